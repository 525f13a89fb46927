import { describe, expect, it } from "vitest";
import type { Offered } from "../src/boards/contract";
import {
  brodySlot,
  LANDS,
  landPath,
  polar,
  SIZE,
  swimmerSlot,
  WATERS,
  waterPath,
  waterSlot,
} from "../src/boards/jaws/island";
import { crewSlot, HEIGHT, tileMiddle, WIDTH, ZONES } from "../src/boards/jaws/orca";
import { trails } from "../src/boards/jaws/pad";
import { onIsland, onOrca } from "../src/boards/jaws/preview";
import { diceOf, spotOf } from "../src/boards/jaws/actions";
import { bits, islandEffects, litAfter, NO_ROLL, orcaEffects, rollAfter } from "../src/boards/jaws/scene";
import type { Island, Orca, View } from "../src/boards/jaws/view";
import { offered } from "./given";

const sailor = (name: string, space: string) => ({
  name,
  space,
  barrels: 0,
  overboard: false,
  done: false,
  actions: 4,
});

const island: Island = {
  event: "Helicopter",
  effect: "helicopter",
  extra_action: false,
  offices: { 6: "Mayor's Office", 7: "Amity P.D." },
  beside: { 1: ["2", "3", "5", "N"] },
  swimmers: { N: 2, E: 0, S: 1, W: 0 },
  michael: null,
  supply: 12,
  closed: null,
  opening_soon: false,
  floating: { 4: 1 },
  docks: { 5: 0, 8: 1 },
  shop: 6,
  crew: [sailor("quint", "8"), sailor("brody", "7"), sailor("hooper", "1")],
  turn: null,
  events_left: 15,
  seen: null,
  on_shark: 0,
  barrels_to_catch: 2,
  eaten: 0,
  track_end: 9,
  tokens_left: 4,
  token_in_play: false,
  shark: {
    place: "S",
    tokens: [],
    played: null,
    actions: 3,
    burst: 0,
    bursting: false,
    planned: {},
    ate_michael: false,
    pad: [],
  },
};
const hunt: View = {
  variant: "full",
  act: 1,
  phase: "crew turn",
  round: 1,
  eaten: 0,
  island,
  orca: null,
  winner: null,
};

const fighter = (name: string, space: string | null) => ({
  name,
  space,
  wounds: 0,
  gear: {},
  weapon: null,
  target: null,
  ready: false,
  caged: false,
});
const orca: Orca = {
  tiles: ZONES.map((zone) => ({ zone, state: "intact", damage: 1, destroy: 3 })),
  crew: [fighter("quint", "boat 8"), fighter("brody", "water 3"), fighter("hooper", null)],
  to_divide: null,
  divided: 0,
  to_be_divided: 0,
  pool: {},
  options: [{ slot: "A", zone: 8, evade: 2, dice: 2, shake_off: false, ruled_out: false }],
  locked: true,
  with_ability: false,
  hand_size: 0,
  abilities_used: {},
  zone: 2,
  slot: null,
  ability: null,
  evade: null,
  attached: {},
  shark_wounds: 0,
  shark_dies_at: 18,
  crew_dies_at: 5,
  dice: [],
  boat_target: null,
  crew_target: null,
  shark: null,
};
const fight: View = { ...hunt, act: 2, phase: "crew prepares", island: null, orca };

const happened = (kind: string, ...details: number[]) => ({
  number: 1,
  kind,
  details: [...details, 0, 0, 0, 0].slice(0, 4) as [number, number, number, number],
});

describe("where an action is picked", () => {
  it.each<[string, string, Offered["parts"], string]>([
    ["shark", "lurk", { space: "4" }, "water 4"],
    ["shark", "move", { space: "N" }, "water N"],
    ["quint", "move", { space: "4" }, "water 4"],
    ["brody", "move", { space: "Shop" }, "land Shop"],
    ["shark", "burst", { space: "2" }, "mark 2"],
    ["quint", "launch", { space: "E" }, "mark E"],
    ["shark", "eat", {}, "swimmers S"],
    ["shark", "eat all", {}, "swimmers S"],
    ["brody", "rescue", {}, "swimmers 7"],
    ["shark", "eat Michael", {}, "michael"],
    ["shark", "play", { token: "speed burst" }, "token speed burst"],
    ["shark", "knock", { member: "quint" }, "sailor quint"],
    ["quint", "take from dock", { barrels: 2 }, "dock 8"],
    ["hooper", "take from water", { barrels: 1 }, "floating 1"],
    ["quint", "take from hooper", { barrels: 1 }, "sailor hooper"],
    ["brody", "take barrel from shop", {}, "shop"],
    ["brody", "drop barrel", {}, "dock 7"],
    ["hooper", "give barrels", {}, "sailor quint"],
    ["brody", "close", { beach: "N" }, "sign N"],
    ["quint", "clear", { beach: "S" }, "sign S"],
    ["hooper", "climb back", {}, "sailor hooper"],
    ["quint", "bonus", { member: "brody" }, "sailor brody"],
    ["quint", "michael", { beach: "W" }, "land W"],
    ["quint", "gather", { beach: "E" }, "land E"],
    ["quint", "dock", { space: "8" }, "dock 8"],
    ["brody", "fly", { space: "6" }, "land 6"],
  ])("on the island: %s, %s %o", (seat, verb, parts, spot) => {
    expect(spotOf(offered(seat, verb, parts), hunt)).toEqual([spot]);
  });

  it.each<[string, string, Offered["parts"], string]>([
    ["quint", "give gear", { gear: "rope", member: "brody" }, "fighter brody"],
    ["quint", "stand", { space: "boat 3" }, "boat 3"],
    ["shark", "resurface", { slot: "B" }, "option B"],
    ["shark", "show", { slot: "C" }, "option C"],
    ["shark", "ability", { ability: "hard target" }, "ability hard target"],
    ["hooper", "go", { space: "water 7" }, "water 7"],
    ["quint", "use", { gear: "harpoon gun" }, "gear quint harpoon gun"],
    ["quint", "target", { zone: 5 }, "water 5"],
    ["quint", "attack", {}, "shark"],
    ["hooper", "chum", {}, "gear hooper chum"],
    ["shark", "ram", { zone: 2 }, "water 2"],
    ["shark", "attack boat", { zone: 4 }, "boat 4"],
    ["shark", "attack again", { zone: 4 }, "boat 4"],
    ["shark", "topple boat", { zone: 1 }, "boat 1"],
    ["shark", "attack crew", { member: "brody" }, "meeple brody"],
    ["brody", "cage", {}, "gear brody shark cage"],
    ["brody", "discard ammo", {}, "gear brody ammo"],
    ["brody", "discard weapon", {}, "weapon brody"],
    ["shark", "reroll", { dice: [1, 3] }, "dice"],
    ["shark", "keep dice", {}, "dice"],
  ])("at the Orca: %s, %s %o", (seat, verb, parts, spot) => {
    expect(spotOf(offered(seat, verb, parts), fight)).toEqual([spot]);
  });

  it.each([
    "stay",
    "binoculars",
    "fish finder",
    "end turn",
    "wait",
    "no ability",
    "hold",
    "no chum",
    "no second helping",
  ])("has no place: %s", (verb) => expect(spotOf(offered("brody", verb), hunt)).toEqual([]));

  it("reads which dice a reroll touches", () => {
    expect(diceOf(offered("shark", "reroll", { dice: [1, 3] }))).toEqual([0, 2]);
  });
});

describe("the map", () => {
  const within = ({ x, y }: { x: number; y: number }, width: number, height: number) =>
    x > 10 && y > 10 && x < width - 10 && y < height - 10;

  it("has every space and every slot inside the picture", () => {
    for (const space of WATERS) {
      expect(waterPath(space)).toMatch(/^M.*Z$/);
      for (const slot of ["label", "quint", "hooper", "shark", "barrel", "mark"] as const) {
        expect(within(waterSlot(space, slot), SIZE, SIZE), `${space} ${slot}`).toBe(true);
      }
    }
    for (const space of LANDS) {
      expect(landPath(space)).toMatch(/^M.*Z$/);
      expect(within(brodySlot(space), SIZE, SIZE)).toBe(true);
    }
  });

  it("puts north at the top", () => expect(polar(0, 100)).toEqual({ x: SIZE / 2, y: SIZE / 2 - 100 }));

  it("spreads swimmers along their beach", () => {
    const slots = [0, 1, 2, 3, 4, 5, 6].map((place) => swimmerSlot("E", place, 7));
    expect(new Set(slots.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(7);
  });

  it("has room for the crew in every space of the Orca", () => {
    for (const zone of ZONES)
      for (const place of [0, 1, 2])
        for (const kind of ["boat", "water"])
          expect(within(crewSlot(`${kind} ${zone}`, place), WIDTH, HEIGHT)).toBe(true);
    expect(tileMiddle(1).y).toBeLessThan(tileMiddle(5).y);
  });
});

describe("the tracker pad", () => {
  const pad = [
    { round: 0, path: ["8"], token: null, ate: 0 },
    { round: 1, path: ["S", "4"], token: null, ate: 1 },
    { round: 2, path: [], token: null, ate: 0 },
  ];

  it("begins each round where the one before ended", () => {
    const [start, first, second] = trails(pad, 2);
    expect(start).toMatchObject({ age: 2, legs: [] });
    expect(first?.legs).toHaveLength(2);
    expect(second).toMatchObject({ age: 0, legs: [], stops: [] });
  });

  it("shows the latest rounds alone", () => expect(trails(pad, 2, 1).map(({ round }) => round)).toEqual([2]));
});

describe("previews", () => {
  it("shows where a boat would go, and from where", () => {
    const [ghost] = onIsland(offered("quint", "move", { space: "4" }), island).ghosts;
    expect(ghost).toEqual({ what: "quint", at: waterSlot("4", "quint"), from: waterSlot("8", "quint") });
  });

  it("shows what the fish finder hears", () => {
    const { strong, weak } = onIsland(offered("hooper", "fish finder"), island);
    expect([strong, weak]).toEqual([["1"], ["2", "3", "5", "N"]]);
  });

  it("shows nothing for what has no picture", () => {
    expect(onIsland(offered("quint", "end turn"), island).ghosts).toEqual([]);
    expect(onIsland(undefined, island).ghosts).toEqual([]);
    expect(onOrca(offered("quint", "hold"), orca, crewAt)).toEqual([]);
  });

  const crewAt = (space: string) => crewSlot(space, 0);

  it("shows the shark where a card lets it come up, and teeth at what it bites", () => {
    expect(onOrca(offered("shark", "resurface", { slot: "A" }), orca, crewAt)[0]?.what).toBe("shark");
    expect(onOrca(offered("shark", "attack crew", { member: "brody" }), orca, crewAt)[0]).toMatchObject({
      what: "teeth",
      at: crewAt("water 3"),
    });
    expect(onOrca(offered("shark", "topple boat", { zone: 5 }), orca, crewAt)[0]).toMatchObject({
      what: "teeth",
      at: crewAt("boat 5"),
    });
  });
});

describe("what happened", () => {
  it("reads sets of spaces", () => expect(bits(0b101, WATERS)).toEqual(["1", "3"]));

  it("lights sensors until the shark moves again", () => {
    const lit = litAfter([], [happened("sensors", 0b1001)]);
    expect(lit).toEqual(["1", "4"]);
    expect(litAfter(lit, [happened("moved", 1, 4)])).toEqual(lit);
    expect(litAfter(lit, [happened("shark_begins")])).toEqual([]);
  });

  it("keeps the dice of a roll and says what came of it", () => {
    let roll = rollAfter(NO_ROLL, [happened("at_boat", 3, 2), happened("die", 2)]);
    roll = rollAfter(roll, [happened("die", 0)]);
    expect(roll).toEqual({ by: "shark", dice: [2, 0], outcome: "" });
    roll = rollAfter(roll, [happened("rerolled", 0b10), happened("die", 1), happened("boat", 3, 3, 2)]);
    expect(roll).toEqual({ by: "shark", dice: [2, 1], outcome: "3 hits on boat space 4: destroyed" });
    expect(rollAfter(roll, [happened("dived")])).toBe(NO_ROLL);
  });

  it("has an effect for what is announced, at its place", () => {
    const told = islandEffects([happened("eaten", 2, 1), happened("launched", 3, 1, 1), happened("done", 0)], island);
    expect(told.map(({ look }) => look)).toEqual(["bite", "flight"]);
    expect(told[1]?.at).toEqual(waterSlot("4", "barrel"));
    expect(orcaEffects([happened("boat", 0, 2, 1)], orca)[0]).toMatchObject({ look: "crack", at: tileMiddle(1) });
  });
});
