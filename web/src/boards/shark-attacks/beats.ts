/** Which beats a step becomes: shark by shark, sign by sign; how long each is looked at, and what a step sounds like. */
import type { Happened } from "../../lib/types";
import { loudest, type Beat as Timed } from "../kit/story.svelte";

export type Kind =
  | "begins"
  | "turn"
  | "entered"
  | "event die"
  | "weather"
  | "banked"
  | "party"
  | "nobody there"
  | "fled"
  | "fins"
  | "bite"
  | "eaten"
  | "escaped"
  | "sign up"
  | "signs back"
  | "ashore"
  | "won";

export interface Beat extends Timed {
  kind: Kind;
  details: Happened["details"];
}

/** The beats of each kind of event, in milliseconds. */
const BEATS: Record<string, [kind: Kind, ms: number][]> = {
  begins: [["begins", 700]],
  turn: [["turn", 650]],
  entered: [["entered", 1000]],
  weather: [
    ["event die", 650],
    ["weather", 750],
  ],
  banked: [["banked", 1100]],
  party: [["party", 1700]],
  nobody_there: [["nobody there", 900]],
  fled: [["fled", 650]],
  fins: [["fins", 800]],
  ate: [
    ["bite", 850],
    ["eaten", 250],
  ],
  escaped: [["escaped", 800]],
  sign_up: [["sign up", 450]],
  signs_back: [["signs back", 450]],
  ashore: [["ashore", 1200]],
  won: [["won", 1400]],
};

const IDLE = 0.5; // of the time, for a throw in which everybody stays in the water

/** A flight often ends with throws that change nothing. */
const haste = (happened: Happened[]): number =>
  happened.some(({ kind, details: [, ones, twos, threes] }) => kind === "fled" && !(ones + twos + threes)) ? IDLE : 1;

export const beatsOf = (happened: Happened[]): Beat[] =>
  happened.flatMap(({ kind, details }) =>
    (BEATS[kind] ?? []).map(([kind, ms]) => ({ kind, details, ms: ms * haste(happened) })),
  );

export const sound = loudest([
  ["win", "won"],
  ["bite", "ate"],
  ["bell", "party"],
  ["splash", "ashore"],
  ["wave", "banked"],
  ["dice", "weather"],
  ["splash", "fled"],
  ["dice", "entered"],
  ["crack", "sign_up"],
]);
