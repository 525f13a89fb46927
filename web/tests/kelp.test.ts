import { describe, expect, it } from "vitest";
import { moved, sortOf } from "../src/boards/kelp/blocks";
import { dieNamed, parsed, pipsOf } from "../src/boards/kelp/dice";
import { SPACES, between, facing, jointOf, swimming, turned, zoneAt } from "../src/boards/kelp/forest";
import { effectsOf, final, lasts, sound } from "../src/boards/kelp/moments";
import { BAR, meaning, placed, type View } from "../src/boards/kelp/places";
import { percent } from "../src/boards/kelp/words";

const view = {
  phase: "before the move",
  round: 3,
  round_cap: 80,
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
} as View;

const at = (...actions: string[]) => {
  const found = placed(
    actions.map((action) => ({ action })),
    view,
  );
  return Object.fromEntries([...found].map(([place, offers]) => [place, offers.map((offer) => offer.action)]));
};

describe("where an action is picked", () => {
  it("is in the forest", () => {
    expect(at("swim d0", "current 3 at d0", "search 3 with 4", "hide 3", "swap 0-3")).toEqual({
      "space d0": ["swim d0", "current 3 at d0"],
      "zone 3": ["search 3 with 4", "hide 3"],
      "edge h0": ["swap 0-3"],
    });
  });

  it("is on a card", () => {
    expect(at("play Blend In", "discard Blend In", "trash Eat Crab from hand", "trash Nimble Dodge from discard")).toEqual({
      "hand Blend In": ["play Blend In"],
      "drop Blend In": ["discard Blend In"],
      "hand Eat Crab": ["trash Eat Crab from hand"],
      discard: ["trash Nimble Dodge from discard"],
    });
    expect(at("use crab", "ruthless red 2", "save blue 3", "buy 1", "replace 1 with die 2")).toEqual({
      "food crab": ["use crab"],
      "card ruthless": ["ruthless red 2"],
      "card vigilant": ["save blue 3"],
      "market 1": ["buy 1"],
      "replace 1": ["replace 1 with die 2"],
    });
  });

  it("is on a die, of the pool or of energy", () => {
    expect(at("reroll red 2", "trade blue 3")).toEqual({ "reroll red 2": ["reroll red 2"], "trade blue 3": ["trade blue 3"] });
    expect(at("blue 3", "red 2", "done")).toEqual({ "pool blue 3": ["blue 3"], "pool red 2": ["red 2"], [BAR]: ["done"] });
    expect(at("yellow 1", "blue 2")).toEqual({ "energy yellow 1": ["yellow 1"], "energy blue 2": ["blue 2"] });
    expect(at("feed yellow")).toEqual({ "energy yellow 1": ["feed yellow"] });
    const twins = { ...view, shark: { ...view.shark, energy: ["blue 2", "blue 2"] } };
    expect(meaning("feed blue", twins).places).toEqual(["energy blue 2"]);
  });

  it("is in the bar if there is no other place", () => {
    expect(at("done", "end turn", "play Cloud of Ink", "something new")).toEqual({
      [BAR]: ["done", "end turn", "play Cloud of Ink", "something new"],
    });
  });

  it("knows which die is put where", () => {
    expect(meaning("strike 7 with 5", view)).toEqual({ action: "strike 7 with 5", verb: "strike", places: ["zone 7"], zones: [7], die: "red 5" });
    expect(meaning("saved current 1 at k2", view)).toMatchObject({ space: "k2", die: "saved 1" });
  });
});

describe("the forest", () => {
  it("has sixteen spaces, each beside its zones", () => {
    expect(Object.keys(SPACES)).toHaveLength(16);
    expect(SPACES["w1"]?.zones).toEqual([4, 5]);
    expect(between(4, 7)).toBe("k1");
    expect(between(0, 4)).toBeUndefined();
  });

  it("lies the other way round for who sits opposite", () => {
    expect(turned(zoneAt(0), true)).toEqual(zoneAt(8));
  });

  it("lets the shark look where it can swim", () => {
    expect(facing("v1", ["v0", "h0", "h1"])).toBe(-90);
    expect(facing("h0", ["d0"])).toBe(180);
    expect(facing("d0", ["v0", "h0"])).toBeCloseTo(45);
    expect(facing("v1", [])).toBeNull();
  });

  it("joins spaces that meet, and swims from one to the other", () => {
    expect(jointOf("v0", "h1")).toEqual(jointOf("v1", "h0"));
    expect(jointOf("v0", "w0")).toBeNull();
    const { at: end } = SPACES["h1"]!;
    expect(swimming("v0", "h1", 1)).toMatchObject(end);
    expect(swimming("v0", "h1", 0)).toMatchObject(SPACES["v0"]!.at);
  });
});

describe("blocks and dice", () => {
  const told = (kind: string, ...details: number[]) => ({
    number: 1,
    kind,
    details: [...details, 0, 0, 0, 0].slice(0, 4) as [number, number, number, number],
  });

  it("follows blocks that change places", () => {
    expect(moved([0, 1, 2], [told("swapped", 0, 2)])).toEqual([2, 1, 0]);
    expect(moved([0, 1, 2], [told("named", 1)])).toEqual([0, 3, 2]);
    expect(sortOf("hide trap")).toBe("trap");
    expect(sortOf("double shell")).toBe("shell");
  });

  it("reads dice", () => {
    expect(parsed("yellow 3")).toEqual({ colour: "yellow", pips: 3 });
    expect(parsed("red").pips).toBe(0);
    expect(dieNamed((3 << 3) | 5)).toBe("red 5");
    expect([1, 2, 3, 4, 5, 6].map((pips) => pipsOf(pips).length)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("shows what happened", () => {
    expect(effectsOf([told("shown", 4, 0, 2)])).toEqual({ rings: [{ at: zoneAt(4), sort: "danger" }], caption: "There it is!" });
    expect(lasts([told("dice", 2)])).toBe(0);
    expect(lasts([told("swam", 3), told("showdown", 0, 1)])).toBeGreaterThan(2000);
    expect(sound([told("rolled", 10)])).toBe("dice");
    expect(sound([told("passed", 1)])).toBeNull();
    expect(final("draw")).toBe(true);
    expect(final("swap 0-1")).toBe(false);
  });

  it("calls no small chance none", () => {
    expect([0, 0.001, 0.25, 0.997, 1].map(percent)).toEqual(["0%", "<1%", "25%", ">99%", "100%"]);
  });
});
