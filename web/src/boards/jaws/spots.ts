/** Where on the board an action is picked.

A spot is a name like "water 5", "token speed burst" or "gear quint machete". What has no natural place goes to the bar
of buttons under the board ("bar"), so that nothing that can be done is ever out of reach.
*/
import type { Offered } from "../contract";
import type { At, Island, View } from "./types";

type Rule = [pattern: RegExp, spot: (found: string[], offer: Offered, island: Island | null) => string];

const spaceOf = (offer: Offered, island: Island | null) =>
  island?.crew.find((sailor) => sailor.name === offer.seat)?.space ?? "";
const feeding = (offer: Offered, island: Island | null) =>
  offer.seat === "shark" ? (island?.shark?.place ?? "") : spaceOf(offer, island);

const ACT_1: Rule[] = [
  [/^lurk (.+)$/, ([space]) => `water ${space}`],
  [/^move (.+)$/, ([space], { seat }) => `${seat === "brody" ? "land" : "water"} ${space}`],
  [/^(?:burst|launch) (.+)$/, ([space]) => `mark ${space}`],
  [/^(?:eat|eat all|rescue)$/, (_, offer, island) => `swimmers ${feeding(offer, island)}`],
  [/^(?:eat|rescue) Michael$/, () => "michael"],
  [/^play (.+)$/, ([token]) => `token ${token}`],
  [/^knock (\w+) overboard$/, ([member]) => `sailor ${member}`],
  [/^bonus for (\w+)$/, ([member]) => `sailor ${member}`],
  [/^take \d+ from (dock|water)$/, ([from], offer, island) => `${from === "dock" ? "dock" : "floating"} ${spaceOf(offer, island)}`],
  [/^take \d+ from hooper$/, () => "sailor hooper"],
  [/^take barrel from shop$/, () => "shop"],
  [/^drop barrel$/, (_, offer, island) => `dock ${spaceOf(offer, island)}`],
  [/^give barrels$/, () => "sailor quint"],
  [/^(?:close|clear) (.+)$/, ([beach]) => `sign ${beach}`],
  [/^climb back$/, (_, { seat }) => `sailor ${seat}`],
  // the docks are numbered as the box lists them; only the words say in which space one is
  [/^dock \d+$/, (_, { label }) => `dock ${label.split(" ").at(-1)}`],
  [/^(?:Michael at|gather at|fly) (.+)$/, ([space]) => `land ${space}`],
];

const ABILITY =
  /^(extra strength|second helping|maul again|big mouth|ramming speed|domino effect|hard target|making waves)$/;
const ACT_2: Rule[] = [
  [/^for (\w+)$/, ([member]) => `fighter ${member}`],
  [/^(?:resurface|show) ([ABC])$/, ([slot]) => `option ${slot}`],
  [ABILITY, ([ability]) => `ability ${ability}`],
  [/^(?:stand|go) ((?:boat|water) \d)$/, ([space]) => space!],
  [/^(?:target|ram) (\d)$/, ([zone]) => `water ${zone}`],
  [/^(?:attack|topple) (boat \d)(?: again)?$/, ([space]) => space!],
  [/^attack (quint|brody|hooper)$/, ([member]) => `meeple ${member}`],
  [/^attack$/, () => "shark"],
  [/^use (.+)$/, ([gear], { seat }) => `gear ${seat} ${gear}`],
  [/^chum$/, (_, { seat }) => `gear ${seat} chum`],
  [/^cage$/, (_, { seat }) => `gear ${seat} shark cage`],
  [/^discard ammo$/, (_, { seat }) => `gear ${seat} ammo`],
  [/^discard weapon$/, (_, { seat }) => `weapon ${seat}`],
  [/^(?:reroll .+|keep dice)$/, () => "dice"],
];

export function spotOf(offer: Offered, view: View): string {
  for (const [pattern, spot] of view.act === 1 ? ACT_1 : ACT_2) {
    const found = pattern.exec(offer.action);
    if (found) return spot(found.slice(1), offer, view.island);
  }
  return "bar";
}

/** Offers by spot, asked for by the things that are drawn there. */
export function bySpot(offers: Offered[], view: View): At {
  const spots = new Map<string, Offered[]>();
  for (const offer of offers) {
    const spot = spotOf(offer, view);
    spots.set(spot, [...(spots.get(spot) ?? []), offer]);
  }
  return (spot) => spots.get(spot) ?? [];
}

/** The dice a `reroll 1 3` names, counted from 0. */
export const diceOf = (action: string): number[] => action.split(" ").slice(1).map((die) => Number(die) - 1);

export const names = (offers: Offered[], action: string | null): boolean =>
  action !== null && offers.some((offer) => offer.action === action);
