/** How legal actions become buttons: which belong together, and which key presses which. */
import type { Offered } from "../boards/contract";
import type { Offer, Question } from "./types";

export interface Button {
  offer: Offered;
  short: string; // what a compact button says
}

export interface Group {
  title: string; // what all of its labels begin with; empty for buttons that say all themselves
  buttons: Button[];
}

/** Keys the table itself uses. */
export const TABLE_KEYS = { undo: "u", hint: "h", rules: "r", odds: "o" } as const;

const FEW = 2; // labels that begin alike and are worth a group
const NUMBER = /^\d+$/;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => !Object.values<string>(TABLE_KEYS).includes(letter));
const FIRST_OF_TWO = ["x", "y", "z"]; // with many actions these begin a pair, so that no key is the start of another

const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);
const allButLast = (text: string) => text.slice(0, Math.max(0, text.lastIndexOf(" ")));
const unclosed = (text: string) => text.lastIndexOf("(") > text.lastIndexOf(")");

/** The number in each action's name where all have their own, letters where only some have one, else their places. */
export function keysOf(offers: Offer[]): string[] {
  const ends = offers.map((offer) => lastWord(offer.action));
  if (offers.length > 1 && ends.every((end) => NUMBER.test(end)) && new Set(ends).size === ends.length) return ends;
  if (offers.length < 10 && !ends.some((end) => NUMBER.test(end))) return offers.map((_, place) => String(place + 1));
  return offers.map((_, place) => letterKeys(offers.length)[place] ?? "");
}

function letterKeys(wanted: number): string[] {
  if (wanted <= LETTERS.length) return LETTERS;
  const single = LETTERS.filter((letter) => !FIRST_OF_TWO.includes(letter));
  return [...single, ...FIRST_OF_TWO.flatMap((first) => LETTERS.map((second) => first + second))];
}

/** Everything that is offered to some seats, with the keys that press it. */
export function offeredIn(questions: Question[]): Offered[] {
  const keys = keysOf(questions.flatMap((question) => question.actions));
  return questions
    .flatMap(({ seat, actions }) => actions.map(({ action, label }) => ({ seat, action, label })))
    .map((offer, place) => ({ ...offer, key: keys[place] ?? "" }));
}

/** Neighbours whose labels differ in the last word alone share one group. */
export function grouped(offers: Offered[]): Group[] {
  const runs: Group[] = [];
  for (const offer of offers) {
    const title = allButLast(offer.label);
    const button = { offer, short: lastWord(offer.label) };
    const last = runs.at(-1);
    if (last && title && last.title === title && !unclosed(title)) last.buttons.push(button);
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
