/** Probabilities that belong together, to be shown as bars. */
import { inWords } from "./shape";

export interface Bar {
  name: string;
  chance: number;
}

const MANY = 24;

/** The bars of a list or record that holds nothing but chances; null for everything else. */
export function barsOf(value: unknown): Bar[] | null {
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value);
  const chances = entries.every(([, one]) => typeof one === "number" && one >= 0 && one <= 1 + 1e-9);
  if (!chances || entries.length < 2 || entries.length > MANY) return null;
  return entries.map(([key, chance]) => ({
    name: Array.isArray(value) ? key : inWords(key), // places are counted from 0, as the games do
    chance: chance as number,
  }));
}

/** A single number among beliefs: a chance where it can be one. */
export function isChance(name: string, value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1 + 1e-9 && name !== "entropy";
}

export function percent(chance: number): string {
  const hundredths = chance * 100;
  if (hundredths > 0 && hundredths < 1) return "< 1 %";
  return `${Math.round(hundredths)} %`;
}
