/** How legal actions become buttons: which belong together, and what typing means. */
import type { Barred, Offered } from "../boards/contract";
import type { Question } from "./types";

export interface Button {
  offer: Offered;
  short: string; // what a compact button says
}

export interface Group {
  title: string; // what all of its labels begin with; empty for buttons that say all themselves
  buttons: Button[];
}

/** Keys the table itself uses. */
export const TABLE_KEYS = { undo: "u", hint: "h", rules: "?", odds: "o" } as const;

const FEW = 2; // labels that begin alike and are worth a group

/** What a label begins with, if that can stand once before several. */
const beginning = ({ label, short }: Offered): string =>
  short ? label.slice(0, label.length - short.length).trimEnd() : "";

/** Everything that is offered to some seats. */
export const offeredIn = (questions: Question[]): Offered[] =>
  questions.flatMap(({ seat, actions }) => actions.map((offer) => ({ ...offer, seat })));

/** Everything these seats can see and cannot pick now. */
export const barredIn = (questions: Question[]): Barred[] =>
  questions.flatMap(({ seat, blocked }) => blocked.map((one) => ({ ...one, seat })));

/** Neighbours with the same verb whose labels begin alike share one group. */
export function grouped(offers: Offered[]): Group[] {
  const runs: Group[] = [];
  for (const offer of offers) {
    const title = beginning(offer);
    const button = { offer, short: offer.short };
    const last = runs.at(-1);
    if (last && title && last.title === title && last.buttons[0]?.offer.verb === offer.verb) last.buttons.push(button);
    else runs.push({ title, buttons: [button] });
  }
  const groups: Group[] = [];
  for (const run of runs) {
    if (run.buttons.length >= FEW) groups.push(run);
    else if (groups.at(-1)?.title === "") groups.at(-1)?.buttons.push(...run.buttons);
    else groups.push({ title: "", buttons: run.buttons });
  }
  return groups;
}

/** What typing one more character means: a key that is complete, the start of one, or nothing. */
export function typed(before: string, character: string, keys: string[]): { key?: string; rest: string } {
  for (const text of before ? [before + character, character] : [character]) {
    const longer = keys.some((key) => key !== text && key.startsWith(text));
    if (keys.includes(text) && !longer) return { key: text, rest: "" };
    if (longer) return { rest: text };
  }
  return { rest: "" };
}
