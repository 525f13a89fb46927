/** Matches of the lab, added up, and how sure one can be of a share. */
import type { LabSlice } from "./types";

export interface Found {
  matches: number;
  turns: number;
  minutes: number;
  unit: string;
  wins: Record<string, number>; // by side
}

export const nothing: Found = { matches: 0, turns: 0, minutes: 0, unit: "", wins: {} };

export function add(found: Found, slice: LabSlice): Found {
  const wins = Object.fromEntries(slice.sides.map(({ side, wins }) => [side, (found.wins[side] ?? 0) + wins]));
  return {
    matches: found.matches + slice.matches,
    turns: found.turns + slice.turns,
    minutes: found.minutes + slice.minutes,
    unit: slice.unit,
    wins,
  };
}

export interface Share {
  share: number;
  low: number;
  high: number;
}

const Z95 = 1.959964;

/** Wilson's 95 % interval. */
export function shareOf(wins: number, matches: number): Share {
  if (!matches) return { share: 0, low: 0, high: 1 };
  const share = wins / matches;
  const middle = (share + Z95 ** 2 / (2 * matches)) / (1 + Z95 ** 2 / matches);
  const spread = (share * (1 - share)) / matches + Z95 ** 2 / (4 * matches ** 2);
  const reach = (Z95 / (1 + Z95 ** 2 / matches)) * Math.sqrt(spread);
  return { share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
