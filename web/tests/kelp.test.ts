import { describe, expect, it } from "vitest";
import { moved, sortOf } from "../src/boards/kelp/blocks";
import { dieNamed, pipsOf, shownBy } from "../src/boards/kelp/dice";
import { SPACES, between, facing, jointOf, swimming, turned, zoneAt } from "../src/boards/kelp/layout";
import { beatsOf, sound } from "../src/boards/kelp/beats";
import { meaning, placed } from "../src/boards/kelp/actions";
import { BAR } from "../src/boards/kit/places";
import { lengthOf, pictures } from "../src/boards/kit/story.svelte";
import { story } from "../src/boards/kelp/scene";
import type { Barred } from "../src/boards/contract";
import { offered } from "./given";
import { kelpView } from "./views";
import { blockWords, cardWords, escapeWords, percent, sharkCardWords, tileWords } from "../src/boards/kelp/words";

const view = kelpView;

/** Something offered to the shark: `["swim", { space: "d0" }]`. */
type Given = [verb: string, parts?: Parameters<typeof offered>[2]];
const asked = (...[verb, parts]: Given) => offered("shark", verb, parts);
/** The verbs of what is offered, at each of these places. */
const at = (places: string[], ...given: Given[]) => {
  const found = placed(
    given.map((one) => asked(...one)),
    [],
    view,
  );
  return places.map((place) => found.at(place).map(({ verb }) => verb));
};

describe("where an action is picked", () => {
  it("is in the forest", () => {
    expect(
      at(
        ["space d0", "zone 3", "edge h0", BAR],
        ["swim", { space: "d0" }],
        ["current", { pips: 3, space: "d0" }],
        ["search", { zone: 3, pips: 4 }],
        ["hide", { zone: 3 }],
        ["swap", { zones: [0, 3] }],
      ),
    ).toEqual([["swim", "current"], ["search", "hide"], ["swap"], []]);
  });

  it("is on a card", () => {
    expect(
      at(
        ["hand Blend In", "drop Blend In", "hand Eat Crab", "discard"],
        ["play", { card: "Blend In" }],
        ["discard", { card: "Blend In" }],
        ["trash from hand", { card: "Eat Crab" }],
        ["trash from discard", { card: "Nimble Dodge" }],
      ),
    ).toEqual([["play"], ["discard"], ["trash from hand"], ["trash from discard"]]);
    expect(
      at(
        ["food crab", "card ruthless", "card vigilant", "market 1", "replace 1"],
        ["use food", { block: "crab" }],
        ["ruthless", { colour: "red", pips: 2 }],
        ["save", { colour: "blue", pips: 3 }],
        ["buy", { slot: 1 }],
        ["replace", { slot: 1, stored: 2 }],
      ),
    ).toEqual([["use food"], ["ruthless"], ["save"], ["buy"], ["replace"]]);
  });

  it("is on a die, of the pool or of energy", () => {
    expect(
      at(
        ["reroll red 2", "trade blue 3"],
        ["reroll", { colour: "red", pips: 2 }],
        ["trade", { colour: "blue", pips: 3 }],
      ),
    ).toEqual([["reroll"], ["trade"]]);
    expect(
      at(
        ["pool blue 3", "pool red 2", BAR],
        ["again", { colour: "blue", pips: 3 }],
        ["turn", { colour: "red", pips: 2 }],
        ["done"],
      ),
    ).toEqual([["again"], ["turn"], ["done"]]);
    expect(at(["pool blue 3"], ["store", { colour: "blue", pips: 3 }])).toEqual([["store"]]);
    // A die of the pool may show the same as a stored one: the verb says which is meant.
    const same = { ...view, shark: { ...view.shark, energy: ["blue 3", "red 2"] } };
    expect(meaning(asked("take stored", { colour: "blue", pips: 3 }), same).places).toEqual(["energy blue 3"]);
    expect(at(["energy yellow 1"], ["feed", { colour: "yellow" }])).toEqual([["feed"]]);
    const twins = { ...view, shark: { ...view.shark, energy: ["blue 2", "blue 2"] } };
    expect(meaning(asked("feed", { colour: "blue" }), twins).places).toEqual(["energy blue 2"]);
  });

  it("is in the bar if there is no other place", () => {
    expect(at([BAR], ["done"], ["end turn"], ["play", { card: "Cloud of Ink" }], ["something new"])).toEqual([
      ["done", "end turn", "play", "something new"],
    ]);
  });

  it("knows which die is put where", () => {
    expect(meaning(asked("strike", { zone: 7, pips: 5 }), view)).toMatchObject({
      verb: "strike",
      places: ["zone 7"],
      zones: [7],
      die: "red 5",
      face: "red 5",
    });
    const kept = { ...view, shark: { ...view.shark, saved: ["blue 4"] } };
    const meant = meaning(asked("saved current", { saved: 1, space: "k2" }), kept);
    expect(meant).toMatchObject({ space: "k2", die: "saved 1", face: "blue 4" });
  });

  it("says why something there cannot be picked, unless something else can", () => {
    const barred = (verb: string, parts: Barred["parts"]) => ({ ...asked(verb, parts), why: "It costs two." });
    const given = [barred("play", { card: "Blend In" }), barred("search", { zone: 3, pips: 1 })];
    const found = placed([asked("hide", { zone: 3 })], given, view);
    expect(["hand Blend In", "zone 3", "zone 4"].map((place) => found.why(place))).toEqual(["It costs two.", "", ""]);
  });
});

describe("words", () => {
  const { printed } = view;
  const short = (card: string) => cardWords(printed.cards[card]!).short;
  const text = (card: string) => cardWords(printed.cards[card]!).text;

  it("say what is printed on a card", () => {
    expect(["Blend In", "Shed Skin", "Second Wind", "Cloud of Ink", "Taking Chances", "Eat Crab"].map(short)).toEqual([
      "hide 2",
      "hide 3, trash",
      "hide 2, draw",
      "shuffle 5",
      "middle + 3",
      "eat",
    ]);
    expect(text("Shed Skin")).toBe("Up to three lying blocks stand up, then you may trash a card.");
    expect(text("Sharp Senses")).toBe("Learn one thing; a card goes straight to the hand.");
    expect(text("Taking Chances")).toContain("The block in the middle and three standing blocks are shuffled");
    expect(text("Sudden Evasion")).toBe("Two swaps of blocks side by side.");
  });

  it("follow house rules", () => {
    const house = { ...printed, shark_cards: { ruthless: 1, hungry: 2 }, double_shell: 3, flinch: 2, dice: 4 };
    expect(sharkCardWords("ruthless", house)[0]).toBe("die +1");
    expect(sharkCardWords("hungry", house)[1]).toBe("Draw and roll two more dice.");
    expect(blockWords("double shell", house)).toContain("Counts as three");
    expect(escapeWords("flinch", house, "shark")).toBe("It would hide, and so would up to one other block.");
    expect(tileWords("draw", house)[0]).toBe("4 dice");
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
    expect(shownBy("yellow 3")).toEqual({ colour: "yellow", pips: 3 });
    expect(shownBy("red").pips).toBe(0);
    expect(dieNamed((3 << 3) | 5)).toBe("red 5");
    expect([1, 2, 3, 4, 5, 6].map((pips) => pipsOf(pips).length)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("shows what happened", () => {
    const before = story.still(view, null);
    const [found] = pictures(story, before, [told("shown", 4, 0, 2)], view);
    expect(found?.scene).toMatchObject({ rings: [{ at: zoneAt(4), sort: "danger" }], caption: "There it is!" });
    const [face] = pictures(story, before, [told("showdown", 0, 1)], view);
    expect(face?.scene.showdown).toEqual(["fight", "flight"]);
    expect(story.after(face!.scene, view).showdown).toBeNull();
    expect(lengthOf(beatsOf([told("dice", 2)]))).toBe(0);
    expect(lengthOf(beatsOf([told("swam", 3), told("showdown", 0, 1)]))).toBeGreaterThan(2000);
    expect(sound([told("rolled", 10)])).toBe("dice");
    expect(sound([told("passed", 1)])).toBeNull();
  });

  it("calls no small chance none", () => {
    expect([0, 0.001, 0.25, 0.997, 1].map(percent)).toEqual(["0%", "<1%", "25%", ">99%", "100%"]);
  });
});
