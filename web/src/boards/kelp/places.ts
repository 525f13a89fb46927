/** Which thing on the board an action belongs to. A place is named by what is there: `zone 4`, `space v0`, `hand Blend In`.

Whatever has no place of its own, or whose place is not to be seen, is in the bar below the forest.
*/
import type { components } from "../../lib/api";
import { between } from "./forest";

export type View = components["schemas"]["KelpView"];

export const BAR = "bar";

export interface Meaning {
  action: string;
  places: string[];
  verb: string; // what is done: "swim", "current"
  zones?: number[];
  space?: string;
  die?: string; // a die of the pool, or one that was kept: "saved 1"
}

const FOOD = ["crab", "snail", "lobster", "abalone"];
const DIE = "(?:blue|yellow|red)(?: \\d)?";
const SAVED_FOR = "vigilant";

type Reader = [pattern: RegExp, read: (found: string[], view: View, all: string[]) => Omit<Meaning, "verb" | "action">];

const atZone = ([, zone]: string[]) => ({ places: [`zone ${zone}`], zones: [Number(zone)] });
const atSpace = ([, space]: string[]) => ({ places: [`space ${space}`], space: space! });
const withDie = (zone: string, die: string) => ({ places: [`zone ${zone}`], zones: [Number(zone)], die });

const READERS: Reader[] = [
  [/^(?:den|remove|take current|swim) (\w\d)$/, atSpace],
  [/^swift (\w\d)$/, (found) => ({ ...atSpace(found), places: [`space ${found[1]}`, "card swift"] })],
  [/^(?:reveal|shuffle|hide|exchange|name|first) (\d)$/, atZone],
  [/^swap (\d)-(\d)$/, ([, a, b]) => readSwap(Number(a), Number(b))],
  [/^current (\d) at (\w\d)$/, ([, pips, space]) => ({ places: [`space ${space}`], space: space!, die: `blue ${pips}` })],
  [/^saved current (\d) at (\w\d)$/, ([, n, space]) => ({ places: [`space ${space}`], space: space!, die: `saved ${n}` })],
  [/^search (\d) with (\d)$/, ([, zone, pips]) => withDie(zone!, `yellow ${pips}`)],
  [/^strike (\d) with (\d)$/, ([, zone, pips]) => withDie(zone!, `red ${pips}`)],
  [/^saved die (\d) at (\d)$/, ([, n, zone]) => withDie(zone!, `saved ${n}`)],
  [/^(?:play|trash) (.+?)(?: from hand)?$/, ([action, card]) => ({ places: [action!.endsWith("from discard") ? "discard" : `hand ${card}`] })],
  [/^discard (.+)$/, ([, card]) => ({ places: [`drop ${card}`] })],
  [/^fetch .+ from (draw|discard)/, ([, pile]) => ({ places: [pile!] })],
  [/^draw$/, () => ({ places: ["draw"] })],
  [/^use (.+)$/, ([, what]) => ({ places: [FOOD.includes(what!) ? `food ${what}` : `card ${what}`] })],
  [/^learn (.+) card$/, ([, pile]) => ({ places: [`pile ${pile}`] })],
  [/^learn (.+)$/, ([, block]) => ({ places: [`aside ${block}`] })],
  [/^(fight|flight|flinch)$/, ([, way]) => ({ places: [`escape ${way}`] })],
  [/^return (\w+)$/, ([, colour]) => ({ places: [`pool ${colour}`], die: colour! })],
  [/^take (\w+)$/, ([, colour]) => ({ places: [`bag ${colour}`] })],
  [new RegExp(`^(reroll|trade) (${DIE})$`), ([, verb, die]) => ({ places: [`${verb} ${die}`] })],
  [new RegExp(`^(relentless|ruthless|daring|save) (${DIE})$`), ([, card]) => ({ places: [`card ${card === "save" ? SAVED_FOR : card}`] })],
  [new RegExp(`^(${DIE})$`), ([, die], view, all) => ({ places: whereDie(die!, view, all) })],
  [/^buy (\d)$/, ([, slot]) => ({ places: [`market ${slot}`] })],
  [/^replace (\d) with die \d$/, ([, slot]) => ({ places: [`replace ${slot}`] })],
  [/^feed (\w+)$/, ([, colour], view) => ({ places: energyOf(colour!, view) })],
];

function readSwap(a: number, b: number) {
  return { places: [`edge ${between(a, b)}`], zones: [a, b] };
}

/** Stored dice of a colour; two that show the same are one place. */
function energyOf(colour: string, view: View): string[] {
  return [...new Set(view.shark.energy.filter((die) => die.startsWith(colour)).map((die) => `energy ${die}`))];
}

/** A die that is named alone is one of the pool; but for an exchange, which is offered all stored dice, one of these. */
function whereDie(die: string, view: View, all: string[]): string[] {
  const same = (dice: string[]) => new Set(dice).size === all.length && dice.every((each) => all.includes(each));
  const stored = view.phase === "before the move" && same(view.shark.energy);
  const pooled = view.shark.pool.includes(die) && !(stored && !all.every((each) => view.shark.pool.includes(each)));
  return [...(stored ? [`energy ${die}`] : []), ...(pooled ? [`pool ${die}`] : [])];
}

/** Everything on the board that an action can belong to. */
export function placesIn(view: View): Set<string> {
  const { octopus, shark } = view;
  const hand = Object.keys(octopus.hand ?? {});
  return new Set([
    ...view.zones.map((_, zone) => `zone ${zone}`),
    ...["v", "w", "h", "k"].flatMap((line) => [0, 1, 2].flatMap((n) => [`space ${line}${n}`, `edge ${line}${n}`])),
    ...["d0", "d2", "d6", "d8"].map((den) => `space ${den}`),
    ...hand.flatMap((card) => [`hand ${card}`, `drop ${card}`]),
    ...octopus.eaten.map((food) => `food ${food}`),
    ...octopus.piles.map((pile) => `pile ${pile.name}`),
    ...Object.keys(octopus.aside).map((block) => `aside ${block}`),
    "draw",
    "discard",
    ...(view.phase === "confrontation" ? view.confrontation.strategies.map((way) => `escape ${way}`) : []),
    ...shark.pool.flatMap((die) => [`pool ${die}`, `reroll ${die}`, `trade ${die}`]),
    ...shark.energy.map((die) => `energy ${die}`),
    ...Object.keys(shark.bag).map((colour) => `bag ${colour}`),
    ...Object.keys(shark.cards).map((card) => `card ${card}`),
    ...shark.market.flatMap((offer, slot) => (offer ? [`market ${slot + 1}`, `replace ${slot + 1}`] : [])),
  ]);
}

/** What an action means on the board; `all` are the bare actions offered beside it. */
export function meaning(action: string, view: View, all: string[] = [action]): Meaning {
  const verb = action.split(" ")[0]!;
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(action);
    if (found) return { action, verb, ...read(found, view, all) };
  }
  return { action, verb, places: [] };
}

/** For every offer where it can be picked. */
export function placed<Offer extends { action: string }>(offers: Offer[], view: View): Map<string, Offer[]> {
  const there = placesIn(view);
  const all = offers.map((offer) => offer.action);
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const places = meaning(offer.action, view, all).places.filter((place) => there.has(place));
    for (const place of places.length ? places : [BAR]) found.set(place, [...(found.get(place) ?? []), offer]);
  }
  return found;
}
