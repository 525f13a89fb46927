/** Dice go by their names: "yellow 3", or "yellow" before it is rolled. */
export const COLOURS = ["blue", "yellow", "red"] as const;
export type Colour = (typeof COLOURS)[number];
export interface Shown {
  colour: Colour;
  pips: number; // 0: not rolled yet
}

export const dieName = (colour: string, pips: number): string => (pips ? `${colour} ${pips}` : colour);

const FACES = COLOURS.flatMap((colour) => [0, 1, 2, 3, 4, 5, 6].map((pips): Shown => ({ colour, pips })));
const BY_NAME = new Map(FACES.map((face) => [dieName(face.colour, face.pips), face]));

/** What a die of this name shows. */
export const shownBy = (die: string): Shown => BY_NAME.get(die) ?? { colour: "blue", pips: 0 };

/** A die as events tell it: colour times eight, plus pips. */
export const dieNamed = (code: number): string => dieName(COLOURS[(code >> 3) - 1]!, code & 7);

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
