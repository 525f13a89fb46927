/** Which beats a step becomes: the cards turn, ties are seen, swimmers jump one after the other, the shark bites. */
import type { Happened } from "../../lib/types";
import { loudest, type Beat as Timed } from "../kit/story.svelte";

export const SHARK_CARDS = ["right leg", "left leg", "right arm", "left arm", "head", "any limb"] as const;
export type SharkCard = (typeof SHARK_CARDS)[number];

type What =
  | { kind: "line up"; swimmer: number }
  | { kind: "round"; number: number }
  | { kind: "chose"; seat: number }
  | { kind: "turn"; cards: Map<number, number>; shark: string | null }
  | { kind: "tie"; swimmers: number[] }
  | { kind: "jump"; swimmer: number } // in the swim
  | { kind: "flee"; swimmer: number } // after a bite
  | { kind: "lunge"; swimmer: number }
  | { kind: "bite"; swimmer: number; limb: string }
  | { kind: "swallow"; swimmer: number }
  | { kind: "miss"; swimmer: number; card: string; tokens: number }
  | { kind: "take back"; swimmers: number[]; shark: boolean }
  | { kind: "win"; seat: number };

export type Beat = What & Timed;

/** Milliseconds each beat is looked at. */
const TIMES: Record<What["kind"], number> = {
  "line up": 350,
  round: 0,
  chose: 260,
  turn: 950,
  tie: 750,
  jump: 480,
  flee: 480,
  lunge: 550,
  bite: 800,
  swallow: 1000,
  miss: 1100,
  "take back": 450,
  win: 1600,
};

export const beatsOf = (happened: Happened[]): Beat[] =>
  happened
    .flatMap((event, place) => whatOf(event, happened[place + 1]?.kind ?? ""))
    .map((what) => ({ ...what, ms: TIMES[what.kind] }));

function whatOf({ kind, details: [a, b, c, d] }: Happened, next: string): What[] {
  switch (kind) {
    case "lined_up":
      return [{ kind: "line up", swimmer: a }];
    case "round":
      return [{ kind: "round", number: a }];
    case "chose":
      return next === "reveal" ? [] : [{ kind: "chose", seat: a }]; // the last one turns over at once
    case "reveal":
      return [{ kind: "turn", cards: cardsOf(a, b), shark: SHARK_CARDS[c] ?? null }];
    case "tied":
      return [{ kind: "tie", swimmers: bits(b, 6) }];
    case "jumped":
      return fours(a, b).flatMap((swimmer) => (swimmer ? [{ kind: "jump", swimmer: swimmer - 1 } as const] : []));
    case "bitten":
      return bitten(a, SHARK_CARDS[b] ?? "", d === 1);
    case "out":
      return [...(b ? [{ kind: "lunge", swimmer: a } as const] : []), { kind: "swallow", swimmer: a }];
    case "miss":
      return [
        { kind: "lunge", swimmer: c },
        { kind: "miss", swimmer: c, card: SHARK_CARDS[a] ?? "", tokens: b },
      ];
    case "took_back":
      return [{ kind: "take back", swimmers: bits(a, 6), shark: Boolean((a >> 6) & 1) }];
    case "won":
      return [{ kind: "win", seat: a }];
    default:
      return [];
  }
}

function bitten(swimmer: number, limb: string, flees: boolean): What[] {
  const told: What[] = [
    { kind: "lunge", swimmer },
    { kind: "bite", swimmer, limb },
  ];
  return flees ? [...told, { kind: "flee", swimmer }] : told;
}

/** Six small numbers, as events pack them: four bits each, three a detail. */
const fours = (low: number, high: number): number[] =>
  [low, high].flatMap((three) => [0, 4, 8].map((shift) => (three >> shift) & 15));

/** The cards of a reveal by swimmer. */
const cardsOf = (low: number, high: number): Map<number, number> =>
  new Map([...fours(low, high).entries()].filter(([, card]) => card));

const bits = (set: number, most: number): number[] =>
  Array.from({ length: most }, (_, bit) => bit).filter((bit) => (set >> bit) & 1);

export const sound = loudest([
  ["win", "won"],
  ["bite", "out", "bitten"],
  ["wave", "miss"],
  ["splash", "reveal", "lined_up"],
  ["card", "chose"],
]);
