import { describe, expect, it } from "vitest";
import { grouped, keysOf, offeredIn, TABLE_KEYS, typed } from "../src/lib/offers";

const offers = (labels: Record<string, string>) =>
  Object.entries(labels).map(([action, label]) => ({ seat: "swimmer 1", action, label, key: "" }));
const cards = offers({ "card 2": "Swim with a 2", "card 5": "Swim with a 5" });

describe("keys of actions", () => {
  it("are the numbers in their names where all have one", () => {
    expect(keysOf(cards)).toEqual(["2", "5"]);
  });

  it("are places where no name has a number", () => {
    expect(keysOf(offers({ bank: "Bank", "press on": "Press on" }))).toEqual(["1", "2"]);
  });

  it("are letters where a number would be mistaken for a space", () => {
    expect(keysOf(offers({ "move 4": "Move to 4", "end turn": "End" }))).toEqual(["a", "b"]);
  });

  it("never collide with the table's own, and none begins another", () => {
    const many = Array.from({ length: 60 }, (_, place) => ({ action: `move ${place % 7}`, label: "" }));
    const keys = keysOf(many);
    expect(new Set(keys).size).toBe(60);
    expect(keys.filter((key) => Object.values<string>(TABLE_KEYS).includes(key))).toEqual([]);
    expect(keys.some((key) => keys.some((other) => other !== key && other.startsWith(key)))).toBe(false);
  });
});

describe("what is offered", () => {
  it("has keys of its own across all seats", () => {
    const ask = (seat: string) => ({ seat, prompt: "", actions: cards, decisions: 0, can_undo: false });
    const all = offeredIn([ask("swimmer 1"), ask("swimmer 2")]);
    expect(all.map(({ seat, action, key }) => [seat, action, key])).toEqual([
      ["swimmer 1", "card 2", "a"],
      ["swimmer 1", "card 5", "b"],
      ["swimmer 2", "card 2", "c"],
      ["swimmer 2", "card 5", "d"],
    ]);
  });
});

describe("groups of actions", () => {
  it("share all but the last word", () => {
    const groups = grouped(cards);
    expect(groups.map((group) => [group.title, group.buttons.map((button) => button.short)])).toEqual([
      ["Swim with a", ["2", "5"]],
    ]);
  });

  it("leave single ones as they are, together and in order", () => {
    const mixed = offers({ "move 1": "Move to 1", "move 2": "Move to 2", finder: "Use the fish finder", end: "End your turn" });
    const groups = grouped(mixed);
    expect(groups.map((group) => [group.title, group.buttons.length])).toEqual([
      ["Move to", 2],
      ["", 2],
    ]);
  });

  it("do not tear apart what stands in brackets", () => {
    const bots = offers({ "sign 2": "Take a sign from Bot (player 2)", "sign 3": "Take a sign from Bot (player 3)" });
    expect(grouped(bots)).toMatchObject([{ title: "", buttons: [{}, {}] }]);
  });

  it("need something to share", () => {
    expect(grouped(offers({ fight: "Fight", flight: "Flight" }))).toMatchObject([{ title: "", buttons: [{}, {}] }]);
  });
});

describe("typing", () => {
  it("finds a key at once where no other begins like it", () => {
    expect(typed("", "5", ["2", "5"])).toEqual({ key: "5", rest: "" });
  });

  it("waits where a longer one does", () => {
    expect(typed("", "1", ["1", "12"])).toEqual({ rest: "1" });
    expect(typed("1", "2", ["1", "12"])).toEqual({ key: "12", rest: "" });
  });

  it("starts again where the longer one does not exist", () => {
    expect(typed("1", "5", ["1", "12", "5"])).toEqual({ key: "5", rest: "" });
    expect(typed("1", "9", ["1", "12"])).toEqual({ rest: "" });
  });
});
