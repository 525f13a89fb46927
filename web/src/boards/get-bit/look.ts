/** Who is who in the water: name, colour, symbol and skin of every swimmer. */
import type { Sitter } from "../contract";
import type { View } from "./view";
import { words } from "./words";

export interface Person {
  swimmer: number;
  seat: string; // as offers name it
  name: string;
  called: string; // the same, shorter: bots are told apart by their number
  mine: boolean; // of whom the board is drawn for; in a replay that is nobody here
  colour: string; // one for each owner
  symbol: string; // one for each swimmer: a path around 0 0
  skin: string;
}

const SYMBOLS = [
  "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
  "M0 -6.4L6.4 5H-6.4z",
  "M-5 -5H5V5H-5z",
  "M0 -7L2 -2.3L6.9 -2.1L3 1.2L4.3 6L0 3.3L-4.3 6L-3 1.2L-6.9 -2.1L-2 -2.3z",
  "M0 -7L6 0L0 7L-6 0z",
  "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2z",
] as const;

const SKINS = ["#f4cba6", "#b97f55", "#e3ab7e", "#8a5738", "#f0bd94", "#c98f66"] as const;

/** What a sitter is called on the board; in a replay nobody is "you". */
export const called = ({ mine, side, bot, name }: Sitter, viewer: string, botName: string): string =>
  mine && side === viewer ? words.you : bot ? botName : name;

/** Swimmers of one owner share the colour; the symbol is always their own. */
export function peopleOf(view: View, sitters: Sitter[], viewer: string): Person[] {
  const owners = [...new Set(view.swimmers.map((swimmer) => swimmer.owner))].sort((a, b) => a - b);
  return view.swimmers.map(({ seat, owner }, swimmer) => {
    const sitter = sitters[seat];
    const mine = sitter !== undefined && sitter.side === viewer;
    const name = sitter?.name ?? words.seat(swimmer + 1);
    return {
      swimmer,
      seat: sitter?.seat ?? `swimmer ${swimmer + 1}`,
      name,
      called: sitter ? called(sitter, viewer, words.bot(swimmer + 1)) : name,
      mine,
      colour: `var(--seat-${owners.indexOf(owner) % 6})`,
      symbol: SYMBOLS[swimmer % SYMBOLS.length] ?? SYMBOLS[0],
      skin: SKINS[swimmer % SKINS.length] ?? SKINS[0],
    };
  });
}

/** A name that fits into a tag of so many letters; none where it would say nothing. */
export function short(name: string, letters: number): string {
  if (name.length <= letters) return name;
  return letters < 5 ? "" : `${name.slice(0, letters - 1).trimEnd()}…`;
}

/** The choices everybody would see with all cards turned over; only known in a replay or at the end. */
export function choicesIn(truth: Record<string, View> | null): { cards: Map<number, number>; shark: string | null } {
  const views = Object.values(truth ?? {});
  const cards = new Map<number, number>();
  for (const view of views) {
    view.swimmers.forEach(({ chosen }, swimmer) => chosen !== null && cards.set(swimmer, chosen));
  }
  return { cards, shark: views.find((view) => view.shark?.chosen)?.shark?.chosen ?? null };
}
