/** Which beats a step becomes: one, with everything in it, as long as the longest wants to be looked at. */
import type { Happened } from "../../lib/types";
import { loudest, type Beat as Timed } from "../kit/story.svelte";

export interface Beat extends Timed {
  happened: Happened[];
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

export const beatsOf = (happened: Happened[]): Beat[] => [
  { happened, ms: Math.max(0, ...happened.map(({ kind }) => LONG[kind] ?? 0)), calm: true },
];

/** The end sounds as it does for the side whose turn ended it: a bite is the shark's. */
export const sound = loudest([
  ["win", "won"],
  ["bite", "showdown"],
  ["bell", "confronted", "springs"],
  ["bite", "ate"],
  ["crack", "shown"],
  ["dice", "rolled", "on_zone"],
  ["splash", "swam", "at_den"],
  ["wave", "current"],
  ["card", "played", "discarded", "drawn", "gained_card", "bought", "used"],
  ["bubbles", "swapped", "picked", "named", "hid"],
]);
