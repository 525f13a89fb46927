/** The odds of my cards as the server reckons them, brought into the form the cards draw. */
import type { Beliefs, Chance } from "./view";
import { words } from "./words";

export function beliefsIn(value: unknown): Beliefs | null {
  if (typeof value !== "object" || value === null || !("cards" in value) || !("tie" in value)) return null;
  return value as Beliefs;
}

/** The chances of a seat's cards by action. */
export function oddsOf(beliefs: Beliefs | null, seat: string): Map<string, Chance> | null {
  const chances = beliefs?.cards[seat];
  return chances ? new Map(chances.map((chance) => [chance.card, chance])) : null;
}

/** The shark's cards have something to hit, a swimmer's something to fear. */
export function chanceLines(
  { clash, last, bites }: Chance,
  ofShark: boolean,
): { sign: string; share: number; worry: boolean }[] {
  if (ofShark) return [{ sign: "✓", share: bites, worry: false }];
  return [
    { sign: "=", share: clash, worry: false },
    { sign: "▼", share: last, worry: true },
  ];
}

export const chanceText = ({ clash, last, bites }: Chance, ofShark: boolean): string =>
  ofShark ? words.hand.hits(bites) : words.hand.odds(clash, last);
