/** The picture of one instant: every die, sign and beach, each with an identity, so that it can travel. */
import type { components } from "../../lib/api";

export type View = components["schemas"]["SharkAttacksView"];

/** What pressing on may bring, as the server reckons it. */
export interface Odds {
  sun: number;
  rain: number;
  shark: number;
  party: number;
  safe_flight: number;
  flight_points: number;
  flight_signs: number;
  bank_points: number;
}

/** Where a die is: on the pier (nobody uses it), in the air, in the sea, or safe on the sand. */
export type Place = "pier" | "air" | "sea" | "sand";
export type Weather = "fair" | "sun" | "rain" | "shark";
export type Tone = "plain" | "good" | "bad";

export interface Die {
  id: number;
  red: boolean;
  face: number; // 0 a wave, else 1 to 3 swimmers or fins; -1: nobody knows
  place: Place;
  fed?: boolean; // a shark that has eaten in this throw
  eaten?: boolean; // out of sight until it is back on the pier
}

export interface Bite {
  shark: number; // the red die
  victims: number[]; // the blue ones
}

export interface Scene {
  player: number;
  deciding: boolean; // the player may bank or press on
  saved: number; // points on the sand
  scores: number[];
  signs: number[]; // each sign's owner; -1: nobody's
  dice: Die[];
  weather: Weather;
  event: "home" | "rolling" | "landed" | "kept"; // the event die
  caption: string;
  tone: Tone;
  bite: Bite | null;
  gain: { player: number; points: number; times: number } | null;
  party: boolean;
  winner: number | null;
}

/** So many dice are to lie there; no face: whatever they show. */
export interface Want {
  place: Place;
  face?: number;
  count: number;
}

const DEFAULT_ORDER: Place[] = ["air", "sea", "sand", "pier"];

/** The die laid there; on the pier all look alike. */
export const at = (die: Die, place: Place, face = die.face): Die => ({ ...die, place, face: place === "pier" ? 0 : face });

/** Lay dice of one colour as wanted: whatever already lies right stays, others are moved in this order.

The rest goes to the pier, or, where those have got ashore unseen, to the sand.
*/
export function deal(dice: Die[], red: boolean, wants: Want[], order = DEFAULT_ORDER, rest: "pier" | "sand" = "pier"): Die[] {
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
function layAsSeen(dice: Die[], view: View): Die[] {
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
  const reds: Want[] = [
    ...wantFaces(red.waves, red.ones, red.twos, red.threes),
    { place: "air", count: red.rolling },
  ];
  const fresh = dice.map(({ id, red: isRed, face, place }) => ({ id, red: isRed, face, place }));
  return deal(deal(fresh, false, wants, rolled, fleeing ? "sand" : "pier"), true, reds);
}

/** Signs as a view counts them; those with the right owner stay where they are. */
export function ownSigns(signs: number[], beaches: { signs: number }[], middle: number): number[] {
  const wanted = new Map<number, number>(beaches.map((beach, seat) => [seat, beach.signs]));
  wanted.set(-1, middle);
  const take = (owner: number) => {
    const left = wanted.get(owner) ?? 0;
    if (left > 0) wanted.set(owner, left - 1);
    return left > 0;
  };
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const kept = Array.from({ length: total }, (_, id) => {
    const owner = signs[id] ?? -1;
    return take(owner) ? owner : null;
  });
  return kept.map((owner) => owner ?? [...wanted.keys()].find(take) ?? -1);
}

export function moveSign(signs: number[], from: number, to: number): number[] {
  const id = signs.lastIndexOf(from);
  return id < 0 ? signs : signs.with(id, to);
}

/** The table as a view shows it, with everything kept where it was if it may stay there. */
export function settle(before: Scene | null, view: View): Scene {
  const flight = view.phase === "fleeing" || view.phase === "sign";
  const over = view.phase === "over";
  const same = before?.player === view.player;
  return {
    player: view.player,
    deciding: view.phase === "beach",
    saved: view.escaped,
    scores: view.beaches.map((beach) => beach.score),
    signs: ownSigns(before?.signs ?? [], view.beaches, view.signs_in_the_middle),
    dice: layAsSeen(before?.dice ?? [], view),
    weather: over ? "sun" : flight ? "shark" : same ? before.weather : "fair",
    event: over || view.phase === "beach" || !same || before.event === "home" ? "home" : "kept",
    caption: "",
    tone: "plain",
    bite: null,
    gain: null,
    party: false,
    winner: over ? view.player : null,
  };
}

export const faceCount = (dice: Die[], face: number): number =>
  dice.filter((die) => !die.red && die.place === "sea" && die.face === face).length;

export const swimmersOf = (dice: Die[]): number =>
  dice.reduce((sum, die) => sum + (!die.red && die.place === "sea" ? die.face : 0), 0);
