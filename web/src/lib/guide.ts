/** The guided first game: which table has a guide, and which lessons it has given there. Kept for this tab. */
import type { Lesson } from "../boards/contract";

type Now = Parameters<Lesson["when"]>[0];

const key = (table: string) => `undertow-guide-${table}`;

export function startGuide(table: string): void {
  keepSeen(table, []);
}

export function endGuide(table: string): void {
  try {
    sessionStorage.removeItem(key(table));
  } catch {
    // then there was none
  }
}

export function keepSeen(table: string, seen: string[]): void {
  try {
    sessionStorage.setItem(key(table), JSON.stringify(seen));
  } catch {
    // then a reload ends the guide
  }
}

/** The lessons given at this table; null where there is no guide. */
export function seenAt(table: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(table)) ?? "null");
    return Array.isArray(kept) ? kept.map(String) : null;
  } catch {
    return null;
  }
}

/** The first lesson whose time has come. */
export function lessonNow(lessons: Lesson[], seen: string[], now: Now): Lesson | null {
  return lessons.find((lesson) => !seen.includes(lesson.id) && lesson.when(now)) ?? null;
}
