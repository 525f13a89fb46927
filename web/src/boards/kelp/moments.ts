/** What is to be seen and heard of a step. */
import type { SoundName } from "../contract";
import type { Happened } from "../../lib/types";
import { SPACES, zoneAt, type Point } from "./forest";
import { words } from "./words";

/** As events number them. */
export const SPACE_NAMES = ["v0", "v1", "v2", "w0", "w1", "w2", "h0", "h1", "h2", "k0", "k1", "k2", "d0", "d2", "d6", "d8"];
export const ESCAPES = ["fight", "flight", "flinch"];
const THE_OCTOPUS = 0;
const TRAPS = [2, 3, 4, 5];
const PAID = 0;

export interface Ring {
  at: Point;
  sort: "plain" | "danger" | "gain";
}

const inZone = (zone: number, sort: Ring["sort"] = "plain"): Ring => ({ at: zoneAt(zone), sort });
const onSpace = (space: number): Ring => ({ at: SPACES[SPACE_NAMES[space]!]!.at, sort: "plain" });

function ringsOf({ kind, details: [a, b, why] }: Happened): Ring[] {
  switch (kind) {
    case "shown":
      return [inZone(a, b === THE_OCTOPUS || (TRAPS.includes(b) && why !== PAID) ? "danger" : "plain")];
    case "hid":
    case "picked":
    case "named":
      return [inZone(a, "gain")];
    case "gained_block":
      return [inZone(b, "gain")];
    case "at_den":
    case "current":
    case "carried":
    case "current_lost":
    case "current_taken":
      return [onSpace(a)];
    default:
      return [];
  }
}

function captionOf({ kind, details: [a, b, why] }: Happened): string {
  const { captions } = words;
  switch (kind) {
    case "shown":
      return b === THE_OCTOPUS && why !== PAID ? captions.found : "";
    case "springs":
      return captions.springs;
    case "ignored":
      return captions.ignored;
    case "ate":
      return captions.ate;
    case "stuck":
      return captions.stuck;
    case "reversed":
      return captions.reversed;
    case "tile":
      return captions.grown;
    case "gave_up":
      return captions.gaveUp;
    case "won":
      return a === 0 ? captions.won.octopus : captions.won.shark;
    default:
      return "";
  }
}

export function effectsOf(happened: Happened[]): { rings: Ring[]; caption: string } {
  return { rings: happened.flatMap(ringsOf), caption: happened.map(captionOf).findLast(Boolean) ?? "" };
}

/** Milliseconds; whatever is not here needs no look of its own. */
const LONG: Record<string, number> = {
  played: 900,
  shown: 1100,
  swapped: 1000,
  picked: 600,
  shuffled: 700,
  named: 800,
  hid: 750,
  gained_card: 800,
  gained_block: 1000,
  trashed: 500,
  discarded: 500,
  ate: 1500,
  food_used: 800,
  drawn: 600,
  die_drawn: 350,
  used: 800,
  rolled: 850,
  rolls_again: 300,
  current: 800,
  swam: 1000,
  at_den: 1000,
  stuck: 900,
  on_zone: 800,
  springs: 1500,
  ignored: 1200,
  current_lost: 700,
  current_taken: 600,
  confronted: 1600,
  has_chosen: 700,
  showdown: 3000,
  pair_gone: 1200,
  grew: 500,
  tile: 1300,
  stored: 500,
  back: 300,
  bought: 900,
  refreshed: 700,
  hungrier: 900,
  gave_up: 1000,
  saved_die: 600,
  die_turned: 700,
  traded: 800,
  reversed: 900,
  won: 1800,
};

export const lasts = (happened: Happened[]) => Math.max(0, ...happened.map(({ kind }) => LONG[kind] ?? 0));

const SOUNDS: Record<string, SoundName> = {
  rolled: "dice",
  current: "wave",
  on_zone: "dice",
  swam: "splash",
  at_den: "splash",
  played: "card",
  discarded: "card",
  drawn: "card",
  gained_card: "card",
  bought: "card",
  used: "card",
  shown: "crack",
  swapped: "bubbles",
  picked: "bubbles",
  named: "bubbles",
  hid: "bubbles",
  ate: "bite",
  springs: "bell",
  confronted: "bell",
  showdown: "bite",
};
/** What drowns out the rest comes first. */
const LOUD = ["showdown", "confronted", "springs", "ate", "shown"];

/** The end sounds as it does for the side whose turn ended it: a bite is the shark's. */
export function sound(happened: Happened[]): SoundName | null {
  const kinds = happened.map(({ kind }) => kind);
  const first = LOUD.find((kind) => kinds.includes(kind)) ?? kinds.find((kind) => kind in SOUNDS);
  if (kinds.includes("won")) return "win";
  return first ? (SOUNDS[first] ?? null) : null;
}

const FINAL =
  /^(draw$|end turn|reveal|search|strike|saved die|first|name|buy|replace|reroll|relentless|use|fight|flight|flinch|learn .+ card)/;
/** After these dice roll, cards are drawn or blocks turned over. */
export const final = (action: string) => FINAL.test(action);
