/** How a value of a game's view is best shown when nobody has drawn a board for it. */
import { words } from "./words";

export type Plain = string | number | boolean;
export type Entry = [key: string, value: unknown];

export type Shape =
  | { kind: "nothing" }
  | { kind: "plain"; value: Plain }
  | { kind: "chips"; items: (Plain | null)[] }
  | { kind: "counts"; entries: [string, Plain][] } // few small values with names: tokens
  | { kind: "fields"; entries: Entry[] }
  | { kind: "table"; columns: string[]; rows: Record<string, unknown>[] }
  | { kind: "cards"; items: unknown[] };

/** Stands where a record has nothing to say and others of its list have: they all look alike. */
export const EMPTY = "–";

const MANY_COLUMNS = 4;
const MANY_TOKENS = 12;
const LONG_TEXT = 24;

const isPlain = (value: unknown): value is Plain => ["string", "number", "boolean"].includes(typeof value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isShort = (value: unknown) => isPlain(value) && String(value).length <= LONG_TEXT;
const fitsCell = (value: unknown) =>
  value === null || isShort(value) || (Array.isArray(value) && value.length <= 6 && value.every(isShort));

export function shapeOf(value: unknown, depth = 0, name = ""): Shape {
  if (value === null || value === undefined) return { kind: "nothing" };
  if (isPlain(value)) return { kind: "plain", value };
  if (Array.isArray(value)) return shapeOfList(value, kindOf(name));
  if (!isRecord(value)) return { kind: "nothing" };
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  const tokens = entries.every(
    ([, inner]) => typeof inner === "number" || typeof inner === "boolean" || inner === EMPTY,
  );
  if (depth > 0 && tokens && entries.length <= MANY_TOKENS) {
    return { kind: "counts", entries: entries as [string, Plain][] };
  }
  return { kind: "fields", entries };
}

function shapeOfList(list: unknown[], kind: string): Shape {
  if (list.every((item) => item === null || isPlain(item))) return { kind: "chips", items: list as (Plain | null)[] };
  if (list.length > 1 && list.every(isRecord) && !list.every((row) => kind in row)) {
    const columns = [...new Set(list.flatMap(Object.keys))].filter((key) => list.some((row) => row[key] != null));
    const cells = list.every((row) => columns.every((key) => fitsCell(row[key] ?? null)));
    if (cells && columns.length <= MANY_COLUMNS) return { kind: "table", columns, rows: list };
  }
  return { kind: "cards", items: list };
}

/** Whether a field deserves the full width instead of a place among the small ones. */
export function isWide(value: unknown, depth: number): boolean {
  const { kind } = shapeOf(value, depth);
  return kind === "fields" || kind === "table" || kind === "cards";
}

/** `has_chosen` as people write it. */
export function inWords(key: string): string {
  const text = key.replaceAll("_", " ").trim();
  return /^[a-z]+\d+$/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a list of this name has in it: `caves` are each a `cave`. */
export const kindOf = (name: string): string => name.replace(/ies$/, "y").replace(/s$/, "");

/** What a record says, for those who hear it. */
export function inSentences(value: unknown): string {
  if (!isRecord(value)) return "";
  const says = Object.entries(value).filter(([, inner]) => isPlain(inner));
  const read = (inner: unknown) => (typeof inner === "boolean" ? (inner ? words.yes : words.no) : String(inner));
  return says.map(([key, inner]) => `${inWords(key)} ${read(inner)}`).join(". ");
}

/** Records of one list, each with the same fields; what none of them says is left out. */
export function evened(list: unknown[]): unknown[] {
  if (!list.every(isRecord)) return list;
  const keys = [...new Set(list.flatMap(Object.keys))].filter((key) => list.some((item) => item[key] != null));
  return list.map((item) => Object.fromEntries(keys.map((key) => [key, item[key] ?? EMPTY])));
}

/** Games number the seats in fields of these names. */
const SEAT_FIELDS = ["seat", "owner", "player"];

export function seatNamed(key: string, value: unknown, seats: readonly string[]): string | null {
  return SEAT_FIELDS.includes(key) && typeof value === "number" ? (seats[value] ?? null) : null;
}

/** Fields that hold places in another list of the same record. */
const PLACES_IN: Record<string, string> = { line: "swimmers" };

/** A list of places as the names of what stands there. */
export function placesNamed(key: string, value: unknown, around: unknown, seats: readonly string[]): string[] | null {
  const list = isRecord(around) ? around[PLACES_IN[key] ?? ""] : undefined;
  if (!Array.isArray(list) || !Array.isArray(value)) return null;
  return value.map((place: number) => titleOf(list[place], place, list.length, seats));
}

/** Fields that say which of a list something is, the best first. */
const TITLES = ["name", "card", "slot", "zone", "round", "seat"];

/** What a card of a list is called: a name of its own, whose it is, or its place, counted from 0 as the games do. */
export function titleOf(item: unknown, place: number, length: number, seats: readonly string[], kind = ""): string {
  const own = isRecord(item) && kind ? item[kind] : undefined;
  if (typeof own === "number" && !seatNamed(kind, own, seats)) return `${inWords(kind)} ${own}`;
  if (typeof own === "string") return inWords(own);
  const named = isRecord(item) ? TITLES.map((key) => nameIn(item, key, seats)).find(Boolean) : undefined;
  return named ?? ((length === seats.length && seats[place]) || String(place));
}

function nameIn(item: Record<string, unknown>, key: string, seats: readonly string[]): string | null {
  const value = item[key];
  if (typeof value === "string") return inWords(value);
  if (typeof value !== "number") return null;
  return key === "seat" ? seatNamed(key, value, seats) : String(value);
}

/** The field whose values are the titles of these rows. */
export function titleField(rows: Record<string, unknown>[]): string | undefined {
  return TITLES.find((key) => rows.every((row) => typeof row[key] === "string" || typeof row[key] === "number"));
}

/** What a card still has to say below its title. */
export function untitled(item: unknown, title: string, seats: readonly string[], kind = ""): unknown {
  if (!isRecord(item)) return item;
  const field = kind in item ? kind : titleField([item]);
  const says = ([key, value]: Entry) => key === field || seatNamed(key, value, seats) === title;
  return Object.fromEntries(Object.entries(item).filter((entry) => !says(entry)));
}
