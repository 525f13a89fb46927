/** Which thing on the board an action belongs to. A place is named by what is there: `zone 4`, `space v0`, `hand Blend In`. */
import type { Barred, Offered } from "../contract";
import { numberOf, numbersOf, Places, textOf, type Touch } from "../kit/places";
import { dieName, shownBy } from "./dice";
import { between, SPACES } from "./layout";
import type { View } from "./view";

export interface Meaning {
  action: string;
  verb: string; // what is done: "swim", "current"
  places: string[];
  zones?: number[];
  space?: string;
  die?: string; // the place in hand it is taken from: a die of the pool, or one that was kept: "saved 1"
  face?: string; // what that die shows
}

type Meant = Omit<Meaning, "action" | "verb">;
type Reader = (touch: Touch, view: View) => Meant;

const zone = (touch: Touch): Meant => ({
  places: [`zone ${numberOf(touch, "zone")}`],
  zones: [numberOf(touch, "zone")],
});
const space = (touch: Touch): Meant => ({ places: [`space ${textOf(touch, "space")}`], space: textOf(touch, "space") });
/** The thing of this sort that a part names. */
const at =
  (sort: string, kind: string): Reader =>
  (touch) => ({ places: [`${sort} ${textOf(touch, kind)}`] });
/** The die of this sort that the action is about. */
const dieAt =
  (sort: string): Reader =>
  (touch) => ({ places: [`${sort} ${dieOf(touch)}`] });
const dieOf = (touch: Touch): string => dieName(textOf(touch, "colour"), numberOf(touch, "pips"));
const the =
  (place: string): Reader =>
  () => ({ places: [place] });

/** A die of this colour, put where the action says. */
const withDie =
  (where: (touch: Touch) => Meant, colour: string): Reader =>
  (touch) => {
    const die = dieName(colour, numberOf(touch, "pips"));
    return { ...where(touch), die, face: die };
  };
const withSaved =
  (where: (touch: Touch) => Meant): Reader =>
  (touch, view) => {
    const number = numberOf(touch, "saved");
    return { ...where(touch), die: `saved ${number}`, face: view.shark.saved[number - 1] };
  };

const READERS: Record<string, Reader> = {
  den: space,
  remove: space,
  "take current": space,
  swim: space,
  swift: (touch) => ({ ...space(touch), places: [...space(touch).places, "card swift"] }),
  reveal: zone,
  shuffle: zone,
  hide: zone,
  exchange: zone,
  name: zone,
  first: zone,
  swap: (touch) => {
    const [a = 0, b = 0] = numbersOf(touch, "zones");
    return { places: [`edge ${between(a, b)}`], zones: [a, b] };
  },
  current: withDie(space, "blue"),
  "saved current": withSaved(space),
  search: withDie(zone, "yellow"),
  strike: withDie(zone, "red"),
  "saved die": withSaved(zone),
  play: at("hand", "card"),
  "trash from hand": at("hand", "card"),
  "trash from discard": the("discard"),
  discard: at("drop", "card"),
  "fetch from draw pile": the("draw"),
  "fetch from discard": the("discard"),
  draw: the("draw"),
  "use food": at("food", "block"),
  use: at("card", "card"),
  "learn card": at("pile", "pile"),
  learn: at("aside", "block"),
  choose: at("escape", "escape"),
  return: (touch) => ({ places: [`pool ${textOf(touch, "colour")}`], die: textOf(touch, "colour") }),
  take: at("bag", "colour"),
  reroll: dieAt("reroll"),
  trade: dieAt("trade"),
  relentless: the("card relentless"),
  ruthless: the("card ruthless"),
  daring: the("card daring"),
  save: the("card vigilant"),
  turn: dieAt("pool"),
  store: dieAt("pool"),
  again: dieAt("pool"),
  "take stored": dieAt("energy"),
  buy: at("market", "slot"),
  replace: at("replace", "slot"),
  feed: (touch, view) => ({ places: energyOf(textOf(touch, "colour"), view) }),
};

/** Stored dice of a colour; two that show the same are one place. */
function energyOf(colour: string, view: View): string[] {
  return [...new Set(view.shark.energy.filter((die) => shownBy(die).colour === colour).map((die) => `energy ${die}`))];
}

/** Everything on the board that an action can belong to. */
export function placesIn(view: View): Set<string> {
  const { octopus, shark } = view;
  const hand = Object.keys(octopus.hand ?? {});
  return new Set([
    ...view.zones.map((_, zone) => `zone ${zone}`),
    ...Object.keys(SPACES).flatMap((space) => [`space ${space}`, `edge ${space}`]),
    ...hand.flatMap((card) => [`hand ${card}`, `drop ${card}`]),
    ...octopus.eaten.map((food) => `food ${food}`),
    ...octopus.piles.map((pile) => `pile ${pile.name}`),
    ...Object.keys(octopus.aside).map((block) => `aside ${block}`),
    "draw",
    "discard",
    ...(view.phase === "confrontation" ? view.confrontation.strategies.map((way) => `escape ${way}`) : []),
    ...shark.pool.flatMap((die) => [`pool ${die}`, `reroll ${die}`, `trade ${die}`]),
    ...shark.energy.map((die) => `energy ${die}`),
    ...Object.keys(shark.bag ?? {}).map((colour) => `bag ${colour}`),
    ...Object.keys(shark.cards).map((card) => `card ${card}`),
    ...shark.market.flatMap((offer, slot) => (offer ? [`market ${slot + 1}`, `replace ${slot + 1}`] : [])),
  ]);
}

/** What an action means on the board. */
export function meaning(touch: Touch, view: View): Meaning {
  const { action, verb } = touch;
  return { action, verb, ...(READERS[verb]?.(touch, view) ?? { places: [] }) };
}

/** For everything that is offered or refused where it can be picked; what is not to be seen is in the bar. */
export function placed(offers: Offered[], blocked: Barred[], view: View): Places {
  const there = placesIn(view);
  return new Places(offers, blocked, (touch) => meaning(touch, view).places.filter((place) => there.has(place)));
}
