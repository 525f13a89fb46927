import { describe, expect, it } from "vitest";
import { grouped, offeredIn, typed } from "../src/lib/offers";
import { offered } from "./given";

/** Offers by their labels; what stands after a bar is enough beside others of the kind. */
const offers = (labels: Record<string, string>) =>
  Object.entries(labels).map(([action, label]) => ({
    ...offered("swimmer 1", action.split(" ")[0]!, {}, action),
    label: label.replace("|", ""),
    short: label.split("|")[1] ?? "",
  }));
const cards = offers({ "card 2": "Swim with a |2", "card 5": "Swim with a |5" });

describe("what is offered", () => {
  it("is asked of some seat, with the keys that the server names", () => {
    const ask = (seat: string, ...keys: string[]) => ({
      seat,
      prompt: "",
      actions: cards.map((card, place) => ({ ...card, key: keys[place]! })),
      asked: seat,
      decisions: 0,
      can_undo: false,
      blocked: [],
    });
    const all = offeredIn([ask("swimmer 1", "1", "2"), ask("swimmer 2", "3", "4")]);
    expect(all.map(({ seat, action, key }) => [seat, action, key])).toEqual([
      ["swimmer 1", "card 2", "1"],
      ["swimmer 1", "card 5", "2"],
      ["swimmer 2", "card 2", "3"],
      ["swimmer 2", "card 5", "4"],
    ]);
  });
});

describe("groups of actions", () => {
  const groupsOf = (labels: Record<string, string>) =>
    grouped(offers(labels)).map((group) => [group.title, group.buttons.map(({ short }) => short)]);

  it("share what their labels begin with", () => {
    expect(grouped(cards).map((group) => [group.title, group.buttons.map((button) => button.short)])).toEqual([
      ["Swim with a", ["2", "5"]],
    ]);
    expect(groupsOf({ "sign 2": "Take a sign from |Bot (player 2)", "sign 3": "Take a sign from |Ann" })).toEqual([
      ["Take a sign from", ["Bot (player 2)", "Ann"]],
    ]);
  });

  it("leave single ones as they are, together and in order", () => {
    const mixed = offers({
      "move 1": "Move to |1",
      "move 2": "Move to |2",
      finder: "Use the fish finder",
      end: "End your turn",
    });
    expect(grouped(mixed).map((group) => [group.title, group.buttons.length])).toEqual([
      ["Move to", 2],
      ["", 2],
    ]);
  });

  it("have one verb and something to share", () => {
    expect(grouped(offers({ fight: "Fight", flight: "Flight" }))).toMatchObject([{ title: "", buttons: [{}, {}] }]);
    expect(grouped(offers({ "go 1": "To |1", "swim 2": "To |2" }))).toMatchObject([{ title: "", buttons: [{}, {}] }]);
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
