/** Which beats a step becomes: one, with everything in it, as long as the longest wants to be looked at. */
import type { Happened } from "../../lib/types";
import { loudest, type Beat as Timed } from "../kit/story.svelte";

export interface Beat extends Timed {
  happened: Happened[];
}

/** How long each kind of event wants to be looked at, in milliseconds. */
const LASTS: Record<string, number> = {
  card: 1800,
  placed: 900,
  closed: 900,
  opened: 900,
  michael: 1000,
  bonus: 700,
  moved: 800,
  cleared: 1000,
  swam: 500,
  ate: 600,
  eaten: 1500,
  sensors: 1600,
  token: 1500,
  overboard: 1300,
  shark_done: 900,
  rescued: 900,
  took: 600,
  dropped: 600,
  gave: 600,
  launched: 1700,
  looked: 1800,
  fished: 1800,
  climbed: 700,
  act_1_over: 4200,
  gear_dealt: 350,
  gear_to: 600,
  stands: 600,
  option: 600,
  locked: 900,
  chum: 1000,
  shown: 1300,
  stepped: 700,
  armed: 600,
  aimed: 700,
  surfaced: 1700,
  shook_off: 1100,
  strikes: 700,
  die: 800,
  hurt: 1500,
  attached: 1100,
  rams: 1000,
  at_boat: 1000,
  at_crew: 1000,
  cage: 900,
  rerolled: 500,
  boat: 1600,
  bitten: 1400,
  fell: 1000,
  eliminated: 1300,
  domino: 900,
  nothing: 700,
  dived: 800,
  won: 1800,
};

export const beatsOf = (happened: Happened[]): Beat[] => [
  { happened, ms: Math.max(0, ...happened.map(({ kind }) => LASTS[kind] ?? 0)), calm: true },
];

export const sound = loudest([
  ["win", "won"],
  ["bite", "eaten", "ate", "bitten", "eliminated", "hurt"],
  ["crack", "boat"],
  ["barrel", "launched", "attached", "took", "dropped", "gave"],
  ["bell", "sensors", "act_1_over", "looked", "fished"],
  ["dice", "die", "rerolled"],
  ["splash", "surfaced", "overboard", "fell", "rescued", "rams", "chum", "shook_off"],
  ["card", "card", "gear_dealt", "gear_to", "option", "shown", "ability_dealt"],
  ["bubbles", "swam", "lurks", "hid", "dived", "shark_done"],
  ["wave", "moved", "stepped", "placed"],
]);
