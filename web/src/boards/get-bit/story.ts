/** A step told beat by beat: the cards turn, ties are seen, swimmers jump one after the other, the shark bites. */
import type { Happened } from "../../lib/types";

export const SHARK_CARDS = ["right leg", "left leg", "right arm", "left arm", "head", "any limb"] as const;
export type SharkCard = (typeof SHARK_CARDS)[number];

export type Beat =
  | { kind: "line up"; swimmer: number }
  | { kind: "round"; number: number }
  | { kind: "chose"; seat: number }
  | { kind: "turn"; cards: Map<number, number>; shark: string | null }
  | { kind: "tie"; swimmers: number[] }
  | { kind: "jump"; swimmer: number; card: number | null }
  | { kind: "lunge"; swimmer: number }
  | { kind: "bite"; swimmer: number; limb: string }
  | { kind: "swallow"; swimmer: number }
  | { kind: "miss"; swimmer: number; card: string; tokens: number }
  | { kind: "take back"; swimmers: number[]; shark: boolean }
  | { kind: "win"; seat: number };

/** Milliseconds each beat is looked at. */
const TIMES: Record<Beat["kind"], number> = {
  "line up": 350,
  round: 0,
  chose: 260,
  turn: 950,
  tie: 750,
  jump: 480,
  lunge: 550,
  bite: 800,
  swallow: 1000,
  miss: 1100,
  "take back": 450,
  win: 1600,
};

export const timeOf = (beat: Beat): number => TIMES[beat.kind];

/** The cards of a reveal by swimmer: four bits each, three swimmers a number. */
export function cardsOf(low: number, high: number): Map<number, number> {
  const cards = new Map<number, number>();
  for (let swimmer = 0; swimmer < 6; swimmer++) {
    const card = ((swimmer < 3 ? low : high) >> (4 * (swimmer % 3))) & 15;
    if (card) cards.set(swimmer, card);
  }
  return cards;
}

/** Who shares a number with somebody, and who is alone with one: lowest first, as they jump. */
export function tiesAndJumps(cards: Map<number, number>): { tied: number[]; alone: number[] } {
  const holders = (card: number) => [...cards.values()].filter((other) => other === card).length;
  const entries = [...cards];
  return {
    tied: entries.filter(([, card]) => holders(card) > 1).map(([swimmer]) => swimmer),
    alone: entries
      .filter(([, card]) => holders(card) === 1)
      .sort(([, a], [, b]) => a - b)
      .map(([swimmer]) => swimmer),
  };
}

export function beatsOf(happened: Happened[]): Beat[] {
  return happened.flatMap((event, place) => beatsOfEvent(event, happened[place + 1]?.kind ?? ""));
}

export const lasts = (happened: Happened[]): number => beatsOf(happened).reduce((sum, beat) => sum + timeOf(beat), 0);

function beatsOfEvent({ kind, details }: Happened, next: string): Beat[] {
  const [a, b, c] = details;
  switch (kind) {
    case "lined_up":
      return [{ kind: "line up", swimmer: a }];
    case "round":
      return [{ kind: "round", number: a }];
    case "chose":
      return next === "reveal" ? [] : [{ kind: "chose", seat: a }]; // the last one turns over at once
    case "reveal":
      return swim(cardsOf(a, b), SHARK_CARDS[c] ?? null);
    case "bitten":
      return bitten(a, SHARK_CARDS[b] ?? "", next === "out");
    case "out":
      return b ? [{ kind: "lunge", swimmer: a }, { kind: "swallow", swimmer: a }] : [{ kind: "swallow", swimmer: a }];
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

function swim(cards: Map<number, number>, shark: string | null): Beat[] {
  const { tied, alone } = tiesAndJumps(cards);
  return [
    { kind: "turn", cards, shark },
    ...(tied.length ? [{ kind: "tie", swimmers: tied } as const] : []),
    ...alone.map((swimmer) => ({ kind: "jump", swimmer, card: cards.get(swimmer) ?? null }) as const),
  ];
}

function bitten(swimmer: number, limb: string, last: boolean): Beat[] {
  const told: Beat[] = [
    { kind: "lunge", swimmer },
    { kind: "bite", swimmer, limb },
  ];
  return last ? told : [...told, { kind: "jump", swimmer, card: null }];
}

function bits(set: number, most: number): number[] {
  return Array.from({ length: most }, (_, bit) => bit).filter((bit) => (set >> bit) & 1);
}
