/** What is drawn beside the view: effects of what just happened, dice on the table, sensors that light up. */
import type { Happened } from "../../lib/types";
import type { Story } from "../kit/story.svelte";
import { beatsOf, type Beat } from "./beats";
import { signSlot, SPACES, WATERS, waterSlot } from "./island";
import { beachOf, fighterAt, sailorAt, sharkAt, shore } from "./layout";
import { tileMiddle, waterMiddle } from "./orca";
import { MEMBERS, type Island, type Orca, type Point, type View } from "./view";
import { words } from "./words";

export interface Scene {
  effects: Effect[];
  lit: string[]; // waters whose barrels sensed something
  roll: Roll;
  passage: [abilities: number, gear: number] | null; // between the acts: the hands that were dealt
}

export const story: Story<View, Scene, Beat> = {
  beats: beatsOf,
  still: (_, before) => ({ effects: [], lit: before?.lit ?? [], roll: before?.roll ?? NO_ROLL, passage: null }),
  during: ({ lit, roll }, { happened }, { island, orca }) => ({
    effects: [...(island ? islandEffects(happened, island) : []), ...(orca ? orcaEffects(happened, orca) : [])],
    lit: litAfter(lit, happened),
    roll: rollAfter(roll, happened),
    passage: passageIn(happened),
  }),
  after: (last) => ({ ...last, passage: null }),
};

export type Look = "bite" | "splash" | "ping" | "eyes" | "sensor" | "flight" | "crack" | "note";

export interface Effect {
  look: Look;
  at: Point;
  from?: Point;
  text: string;
  bad: boolean;
}

type Details = [number, number, number, number];
const says = words.fx;
const effect = (look: Look, at: Point, text: string, bad = false, from?: Point): Effect => ({
  look,
  at,
  text,
  bad,
  from,
});
const space = (number: number) => SPACES[number] ?? "1";

export const bits = (set: number, from: readonly string[]): string[] => from.filter((_, place) => (set >> place) & 1);

const ISLAND: Record<string, (details: Details, island: Island) => Effect[]> = {
  eaten: ([beach, number, michael]) => [effect("bite", shore(beach), says.eaten(number + michael), true)],
  ate: ([beach]) => [effect("bite", shore(beach), "", true)],
  sensors: ([set]) => bits(set, WATERS).map((at) => effect("sensor", waterSlot(at, "barrel"), says.sensor, true)),
  token: () => [effect("note", { x: 280, y: 236 }, says.token, true)],
  overboard: ([member], island) => [effect("splash", sailorAt(island, member), says.overboard, true)],
  rescued: ([, beach]) => [effect("splash", shore(beach), says.rescued)],
  launched: ([at, hit], island) => [
    effect("flight", waterSlot(space(at), "barrel"), hit ? says.hit : says.floats, hit === 1, sailorAt(island, 0)),
  ],
  looked: ([at, there]) => [
    effect("eyes", waterSlot(space(at), "shark"), there ? says.there : says.nothing, there === 1),
  ],
  fished: ([at, answer]) => [
    effect("ping", waterSlot(space(at), "shark"), [says.nothing, says.nearby, says.there][answer] ?? "", answer > 0),
  ],
  closed: ([beach]) => [effect("note", signSlot(beachOf(beach)), says.closed)],
  opened: ([beach]) => [effect("note", signSlot(beachOf(beach)), says.opened)],
  lurks: ([at]) => [effect("splash", waterSlot(space(at), "shark"), "")],
};

const ORCA: Record<string, (details: Details, orca: Orca) => Effect[]> = {
  surfaced: (_, orca) => [effect("splash", sharkAt(orca), says.up, true)],
  rams: ([zone]) => [effect("splash", waterMiddle(zone + 1), "")],
  hurt: ([, hits, evade], orca) => [
    effect(hits > evade ? "bite" : "note", sharkAt(orca), says.wounds(Math.max(0, hits - evade))),
  ],
  attached: (_, orca) => [effect("note", sharkAt(orca), says.attached)],
  shook_off: (_, orca) => [effect("splash", sharkAt(orca), says.shookOff, true)],
  boat: ([zone, , result]) => [effect("crack", tileMiddle(zone + 1), says.boat[result] ?? "", result > 0)],
  bitten: ([member, wounds, , caged], orca) => [
    effect(wounds ? "bite" : "note", fighterAt(orca, member), caged ? says.safe : says.bitten(wounds), wounds > 0),
  ],
  fell: ([, zone]) => [effect("splash", waterMiddle(zone + 1), says.falls, true)],
  chum: ([member], orca) => [effect("splash", fighterAt(orca, member), says.chum)],
  cage: ([member], orca) => [effect("note", fighterAt(orca, member), says.cage)],
};

export const islandEffects = (happened: Happened[], island: Island): Effect[] =>
  happened.flatMap(({ kind, details }) => ISLAND[kind]?.(details, island) ?? []);

export const orcaEffects = (happened: Happened[], orca: Orca): Effect[] =>
  happened.flatMap(({ kind, details }) => ORCA[kind]?.(details, orca) ?? []);

/** The barrels that sensed something: lit until the shark moves again. */
export function litAfter(lit: string[], happened: Happened[]): string[] {
  for (const { kind, details } of happened) {
    if (kind === "sensors") lit = bits(details[0], WATERS);
    else if (kind === "round" || kind === "shark_begins") lit = [];
  }
  return lit;
}

/** The latest roll. The view forgets dice as soon as they have done their work; players want to see them. */
export interface Roll {
  by: string;
  dice: number[];
  outcome: string;
}

export const NO_ROLL: Roll = { by: "", dice: [], outcome: "" };

export function rollAfter(roll: Roll, happened: Happened[]): Roll {
  for (const { kind, details } of happened) {
    const [a, b, c] = details;
    if (kind === "strikes") roll = { by: MEMBERS[a] ?? "", dice: [], outcome: "" };
    else if (kind === "at_boat" || kind === "at_crew") roll = { by: "shark", dice: [], outcome: "" };
    else if (kind === "die") roll = { ...roll, dice: [...roll.dice, a] };
    else if (kind === "rerolled") roll = { ...roll, dice: roll.dice.filter((_, die) => !((a >> die) & 1)) };
    else if (kind === "hurt") roll = { ...roll, outcome: words.rolled.hurt(b, c) };
    else if (kind === "boat") roll = { ...roll, outcome: words.rolled.boat(a + 1, b, says.boat[c] ?? "") };
    else if (kind === "bitten") roll = { ...roll, outcome: words.rolled.bitten(MEMBERS[a] ?? "", b) };
    else if (kind === "option" || kind === "dived") roll = NO_ROLL;
  }
  return roll;
}

function passageIn(happened: Happened[]): Scene["passage"] {
  const hands = happened.find(({ kind }) => kind === "hands")?.details ?? [0, 0];
  return happened.some(({ kind }) => kind === "act_1_over") ? [hands[0], hands[1]] : null;
}
