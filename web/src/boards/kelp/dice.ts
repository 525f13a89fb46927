/** Dice by their names: "yellow 3", or "yellow" before it is rolled. */
export const COLOURS = ["blue", "yellow", "red"] as const;
export type Colour = (typeof COLOURS)[number];

export function parsed(die: string): { colour: Colour; pips: number } {
  const [colour, pips] = die.split(" ");
  return { colour: colour as Colour, pips: Number(pips ?? 0) };
}

/** A die as events tell it: colour times eight, plus pips. */
export const dieNamed = (code: number): string => `${COLOURS[(code >> 3) - 1]} ${code & 7}`;

const [L, C, R] = [-12, 0, 12];
const CORNERS = [
  [L, L],
  [R, R],
  [R, L],
  [L, R],
];
const SIDES = [
  [L, C],
  [R, C],
];

/** Where the pips lie on a face of 48 by 48, seen from its middle. */
export function pipsOf(number: number): number[][] {
  if (number === 6) return [...CORNERS, ...SIDES];
  const even = CORNERS.slice(0, number - (number % 2));
  return number % 2 ? [...even, [C, C]] : even;
}
