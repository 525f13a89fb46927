/** The odds of my cards as the server reckons them, brought into the form the cards draw. */
import { words } from "./words";

export interface Chance {
  card: string; // the action
  clash: number;
  last: number;
  bites: number;
}

export interface Beliefs {
  tie: number;
  cards: Record<string, Chance[]>; // by seat
}

export function beliefsIn(value: unknown): Beliefs | null {
  if (typeof value !== "object" || value === null || !("cards" in value) || !("tie" in value)) return null;
  return value as Beliefs;
}

/** The chances of a seat's cards by action. */
export function oddsOf(beliefs: Beliefs | null, seat: string): Map<string, Chance> | null {
  const chances = beliefs?.cards[seat];
  return chances ? new Map(chances.map((chance) => [chance.card, chance])) : null;
}

/** Only the shark's chances have something to hit. */
const isSharks = ({ card }: Chance) => !card.startsWith("card ");

export function chanceLines(chance: Chance): { sign: string; share: number; worry: boolean }[] {
  if (isSharks(chance)) return [{ sign: "✓", share: chance.bites, worry: false }];
  return [
    { sign: "=", share: chance.clash, worry: false },
    { sign: "▼", share: chance.last, worry: true },
  ];
}

export const chanceText = (chance: Chance): string =>
  isSharks(chance) ? words.hand.hits(chance.bites) : words.hand.odds(chance.clash, chance.last);
