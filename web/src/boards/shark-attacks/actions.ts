/** The names of this game's actions. */
import type { Offered } from "../contract";

export const BANK = "bank";
export const PRESS = "press on";

/** Whose sign this action takes; null for every other action. */
export function seatOfSign(action: string): number | null {
  const found = /^sign from player (\d+)$/.exec(action);
  return found ? Number(found[1]) - 1 : null;
}

export const named = (offers: Offered[], action: string): Offered[] => offers.filter((offer) => offer.action === action);
