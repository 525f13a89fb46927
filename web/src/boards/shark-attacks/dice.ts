/** The dice, each with an identity, so that it can travel from place to place. */
import type { View } from "./view";

/** Where a die is: on the pier (nobody uses it), in the air, in the sea, or safe on the sand. */
export type Place = "pier" | "air" | "sea" | "sand";
export interface Die {
  id: number;
  red: boolean;
  face: number; // 0 a wave, else 1 to 3 swimmers or fins; -1: nobody knows
  place: Place;
  fed?: boolean; // a shark that has eaten in this throw
  eaten?: boolean; // out of sight until it is back on the pier
}

/** So many dice are to lie there; no face: whatever they show. */
export interface Want {
  place: Place;
  face?: number;
  count: number;
}

const DEFAULT_ORDER: Place[] = ["air", "sea", "sand", "pier"];

/** The die laid there; on the pier all look alike. */
export const at = (die: Die, place: Place, face = die.face): Die => ({
  ...die,
  place,
  face: place === "pier" ? 0 : face,
});

/** Lay dice of one colour as wanted: whatever already lies right stays, others are moved in this order.

The rest goes to the pier, or, where those have got ashore unseen, to the sand.
*/
export function deal(
  dice: Die[],
  red: boolean,
  wants: Want[],
  order = DEFAULT_ORDER,
  rest: "pier" | "sand" = "pier",
): Die[] {
  const left = dice.filter((die) => die.red === red);
  const laid: Die[] = [];
  const open = wants.map((want) => ({ ...want }));
  const lay = (die: Die, want: Want) => {
    left.splice(left.indexOf(die), 1);
    laid.push(at(die, want.place, want.face));
    want.count -= 1;
  };
  for (const want of open) {
    const right = left.filter((die) => die.place === want.place && (want.face === undefined || die.face === want.face));
    for (const die of right.slice(0, want.count)) lay(die, want);
  }
  left.sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place) || a.id - b.id);
  let next = Math.max(-1, ...dice.map((die) => die.id)) + 1;
  for (const want of open) {
    while (want.count > 0) {
      const made: Die = { id: next, red, face: 0, place: "pier" };
      if (!left.length) next = left.push(made) && next + 1;
      lay(left[0]!, want);
    }
  }
  const others = dice.filter((die) => die.red !== red);
  if (!red) laid.push(...left.map((die) => at(die, rest, -1)));
  return [...others, ...laid].sort((a, b) => a.id - b.id);
}

export function wantFaces(waves: number, ones: number, twos: number, threes: number): Want[] {
  return [waves, ones, twos, threes].map((count, face) => ({ place: "sea", face, count }));
}

/** Dice as a view counts them. What is safe on the sand only a scene remembers: a view knows its points. */
export function layAsSeen(dice: Die[], view: View): Die[] {
  const { blue, red } = view;
  const fleeing = view.phase === "fleeing" || view.phase === "sign";
  const safe = fleeing ? dice.filter((die) => !die.red && die.place === "sand").length : 0;
  const rolled: Place[] = fleeing ? ["air", "sea", "pier", "sand"] : ["sea", "air", "pier", "sand"];
  const wants: Want[] = [
    { place: "sand", count: safe },
    ...wantFaces(blue.waves, blue.ones, blue.twos, blue.threes),
    { place: "air", count: blue.rolling },
    { place: "pier", count: view.blue_in_the_middle },
  ];
  const reds: Want[] = [...wantFaces(red.waves, red.ones, red.twos, red.threes), { place: "air", count: red.rolling }];
  const fresh = dice.map(({ id, red: isRed, face, place }) => ({ id, red: isRed, face, place }));
  return deal(deal(fresh, false, wants, rolled, fleeing ? "sand" : "pier"), true, reds);
}

export const faceCount = (dice: Die[], face: number): number =>
  dice.filter((die) => !die.red && die.place === "sea" && die.face === face).length;

export const swimmersOf = (dice: Die[]): number =>
  dice.reduce((sum, die) => sum + (!die.red && die.place === "sea" ? die.face : 0), 0);

/** Everybody who swims gets out of the water. */
export const toSand = (dice: Die[]): Die[] =>
  dice.map((die) => (!die.red && die.place === "sea" && die.face > 0 ? at(die, "sand") : die));
