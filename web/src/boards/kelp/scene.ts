/** What is drawn beside the view: effects of what just happened, and which block is which while they move about. */
import type { Happened } from "../../lib/types";
import type { Story } from "../kit/story.svelte";
import { beatsOf, type Beat } from "./beats";
import { moved } from "./blocks";
import { dieNamed } from "./dice";
import { SPACES, ZONES, zoneAt, type Point } from "./layout";
import type { View } from "./view";
import { words } from "./words";

export interface Scene {
  rings: Ring[];
  caption: string;
  blocks: number[]; // which one is in each zone
  rolled: string[]; // dice that tumble
  fed: boolean; // a die went to the hunger track
  showdown: string[] | null; // the escapes of octopus and shark, while both cards are turned over
}

const QUIET = { rings: [], caption: "", rolled: [], fed: false, showdown: null };

export const story: Story<View, Scene, Beat> = {
  beats: beatsOf,
  still: (_, before) => ({ ...QUIET, blocks: before?.blocks ?? ZONES }),
  during: ({ blocks }, { happened }) => ({
    rings: happened.flatMap(ringsOf),
    caption: happened.map(captionOf).findLast(Boolean) ?? "",
    blocks: moved(blocks, happened),
    rolled: detailsOf(happened, "rolled").map(([die]) => dieNamed(die!)),
    fed: detailsOf(happened, "hungrier").length > 0,
    showdown:
      detailsOf(happened, "showdown").map(([octopus, shark]) => [ESCAPES[octopus!]!, ESCAPES[shark!]!])[0] ?? null,
  }),
  after: (last) => ({ ...last, showdown: null }),
};

const detailsOf = (happened: Happened[], wanted: string): number[][] =>
  happened.filter(({ kind }) => kind === wanted).map(({ details }) => details);

/** As events number them. */
const SPACE_NAMES = "v0 v1 v2 w0 w1 w2 h0 h1 h2 k0 k1 k2 d0 d2 d6 d8".split(" ");
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
