/** Where on the board an action is picked: at a spot like "water 5", "token speed burst" or "gear quint machete". */
import { numberOf, numbersOf, textOf, type Touch } from "../kit/places";
import type { View } from "./view";

export const REROLL = "reroll";
export const KEEP_DICE = "keep dice";

type Reader = (touch: Touch, view: View) => string;

/** The thing of this sort that a part names. */
const at =
  (sort: string, kind: string): Reader =>
  (touch) =>
    `${sort} ${textOf(touch, kind)}`;
const the =
  (spot: string): Reader =>
  () =>
    spot;
/** Something where whoever acts is: the shark, or one of the crew. */
const here =
  (sort: string): Reader =>
  ({ seat }, { island }) => {
    const sailor = island?.crew.find(({ name }) => name === seat);
    return `${sort} ${(seat === "shark" ? island?.shark?.place : sailor?.space) ?? ""}`;
  };
/** A card of whoever acts. */
const card =
  (gear: string): Reader =>
  ({ seat }) =>
    `gear ${seat} ${gear}`;

const SPOTS: Record<string, Reader> = {
  // Amity Island
  lurk: at("water", "space"),
  move: (touch) => `${touch.seat === "brody" ? "land" : "water"} ${textOf(touch, "space")}`,
  burst: at("mark", "space"),
  launch: at("mark", "space"),
  eat: here("swimmers"),
  "eat all": here("swimmers"),
  rescue: here("swimmers"),
  "eat Michael": the("michael"),
  "rescue Michael": the("michael"),
  play: at("token", "token"),
  knock: at("sailor", "member"),
  bonus: at("sailor", "member"),
  "take from dock": here("dock"),
  "take from water": here("floating"),
  "take from hooper": the("sailor hooper"),
  "take barrel from shop": the("shop"),
  "drop barrel": here("dock"),
  "give barrels": the("sailor quint"),
  close: at("sign", "beach"),
  clear: at("sign", "beach"),
  "climb back": ({ seat }) => `sailor ${seat}`,
  dock: at("dock", "space"),
  michael: at("land", "beach"),
  gather: at("land", "beach"),
  fly: at("land", "space"),

  // The Orca
  "give gear": at("fighter", "member"),
  resurface: at("option", "slot"),
  show: at("option", "slot"),
  ability: at("ability", "ability"),
  stand: (touch) => textOf(touch, "space"),
  go: (touch) => textOf(touch, "space"),
  target: at("water", "zone"),
  ram: at("water", "zone"),
  "attack boat": at("boat", "zone"),
  "attack again": at("boat", "zone"),
  "topple boat": at("boat", "zone"),
  "attack crew": at("meeple", "member"),
  attack: the("shark"),
  use: (touch) => `gear ${touch.seat} ${textOf(touch, "gear")}`,
  chum: card("chum"),
  cage: card("shark cage"),
  "discard ammo": card("ammo"),
  "discard weapon": ({ seat }) => `weapon ${seat}`,
  [REROLL]: the("dice"),
  [KEEP_DICE]: the("dice"),
};

/** Nothing for what has no place of its own: tools, ending a turn, saying no. */
export function spotOf(touch: Touch, view: View): string[] {
  const spot = SPOTS[touch.verb]?.(touch, view);
  return spot === undefined ? [] : [spot];
}

/** The dice an offer rolls again, counted from 0. */
export const diceOf = (touch: Touch): number[] => numbersOf(touch, "dice").map((die) => die - 1);

/** The zone an action is about. */
export const zoneOf = (touch: Touch): number => numberOf(touch, "zone");
