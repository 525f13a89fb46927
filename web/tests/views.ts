/** Views as the server sends them, for tests. */
import type { View as GetBit } from "../src/boards/get-bit/view";
import type { View as Kelp } from "../src/boards/kelp/view";
import type { View as SharkAttacks } from "../src/boards/shark-attacks/view";

/** Kelp in the middle of the shark's turn. */
export const kelpView = {
  phase: "before the move",
  round: 3,
  last_round: null,
  turn: "shark",
  zones: Array.from({ length: 9 }, () => ({ value: 3, hidden: true, block: null, in_bag: false, die: null })),
  currents: { v0: 4 },
  octopus: {
    hand: { "Blend In": 2, "Eat Crab": 1 },
    draw: {},
    pulled: null,
    in_hand: 3,
    hand_size: 4,
    in_draw: 2,
    discard: {},
    played: {},
    trash: {},
    piles: ["learn", "hide", "move", "eat"].map((name) => ({ name, open: null, below: 0 })),
    aside: { "den trap": 1 },
    eaten: ["crab"],
    unused: ["crab"],
    food_to_win: 4,
    actions: 2,
    to_pay: 0,
  },
  shark: {
    at: "h0",
    ahead: ["d0"],
    reach: [0, 3],
    bag: { blue: 3, yellow: 1, red: 0 },
    pool: ["blue 3", "red 2"],
    energy: ["yellow 1", "blue 2"],
    energy_slots: 3,
    energy_left: 3,
    saved: [],
    hunger: [],
    hunger_track: 7,
    growth: [],
    tile_dice: 3,
    tiles: ["reroll", "exchange", "reroll", "draw"],
    tiles_full: 0,
    cards: { ruthless: 1, swift: 1, vigilant: 1 },
    used: {},
    market: [{ card: "agile", cost: 4, dice: ["blue"] }, null, null, null],
    in_deck: 5,
    rerolls: 1,
    exchanges: 1,
  },
  confrontation: { strategies: ["fight", "flight", "flinch"], has_chosen: [false, false], mine: null },
  winner: null,
  printed: {
    cards: {
      "Blend In": { hide: 2 },
      "Shed Skin": { hide: 3, up_to: true, trash: 1 },
      "Second Wind": { hide: 2, up_to: true, draw: 1 },
      "Cloud of Ink": { cost: 3, shuffle: 5, any_block: true },
      "Taking Chances": { cost: 1, shuffle: 3, exposed: true },
      "Sudden Evasion": { cost: 2, swap: 2 },
      "Fast Learning": { cost: 2, learn: 2 },
      "Sharp Senses": { cost: 1, learn: 1, to_hand: true },
      "Eat Crab": { food: "crab" },
    },
    shark_cards: { daring: 6, hungry: 1, reactive: 2, relentless: 2, ruthless: 2 },
    hand_size: 5,
    lessons: 3,
    double_shell: 2,
    current_trap: 1,
    currents_trap: 2,
    hide_trap: 2,
    flight: 3,
    flinch: 3,
    dice: 3,
  },
} as unknown as Kelp;

const WHOLE = { "right leg": 1, "left leg": 1, "right arm": 1, "left arm": 1 };

/** A round of Get Bit! in which everybody has chosen. */
export function getBitView(change: Partial<GetBit> = {}, swimmers = 4, each = 1): GetBit {
  return {
    phase: "choosing",
    round: 2,
    line: Array.from({ length: swimmers }, (_, swimmer) => swimmer),
    swimmers: Array.from({ length: swimmers }, (_, swimmer) => ({
      seat: swimmer,
      owner: Math.floor(swimmer / each),
      limbs: { ...WHOLE },
      hand: [1, 2, 3, 4, 5],
      has_chosen: true,
      chosen: null,
    })),
    shark: null,
    cards: 5,
    limb_parts: 1,
    first_bite: 2,
    choosing: [],
    winner: null,
    ...change,
  };
}

/** Shark Attacks!: the first of three players has to decide. */
export const sharkAttacksView: SharkAttacks = {
  phase: "beach",
  player: 0,
  target: 50,
  beaches: [
    { score: 12, signs: 1 },
    { score: 20, signs: 0 },
    { score: 3, signs: 2 },
  ],
  blue: { waves: 2, ones: 2, twos: 1, threes: 0, rolling: 0 },
  red: { waves: 0, ones: 0, twos: 0, threes: 0, rolling: 0 },
  blue_in_the_middle: 2,
  signs_in_the_middle: 3,
  escaped: 0,
  eaten: 0,
  signs_to_take: 0,
};
