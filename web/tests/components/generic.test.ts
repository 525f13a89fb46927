/** The board of a game that nobody has drawn one for: what an action touches can be picked, whatever the game. */
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Offered } from "../../src/boards/contract";
import Generic from "../../src/boards/Generic.svelte";
import { hand } from "../../src/boards/kit/hand.svelte";
import { offered } from "../given";

const seats = ["Ann", "Bo"];
const view = {
  phase: "looking",
  caves: [
    { cave: 1, last_look: null },
    { cave: 2, last_look: 3 },
  ],
  cards: [1, 4],
  hands: [{ score: 5 }, { score: 7 }],
};
let picked: string[];

beforeEach(() => {
  picked = [];
  hand.pick = ({ action }: Offered) => picked.push(action);
});

afterEach(() => {
  hand.pick = () => undefined;
});

it("shows every field, and what belongs to a seat by its name", () => {
  render(Generic, { view, seats });
  expect(screen.getByText("Cave 2")).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "Bo" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBe(null);
});

it("makes a button of what an action touches, and of nothing else", async () => {
  const offers = [offered("diver", "look", { cave: 2 }, "look 2"), offered("diver", "card", { card: 4 }, "card 4")];
  render(Generic, { view, seats, offers });
  expect(screen.getAllByRole("button")).toHaveLength(2);
  const cave = screen.getByRole("button", { name: /last look 3/i });
  await userEvent.click(cave);
  cave.focus();
  await userEvent.keyboard("{Enter}");
  expect(picked).toEqual([offers[0]?.action, offers[0]?.action]);
});

it("marks what a hint names", () => {
  const offers = [offered("diver", "look", { cave: 1 }, "look 1"), offered("diver", "look", { cave: 2 }, "look 2")];
  const { container } = render(Generic, { view, seats, offers, hinted: offers[1]?.action ?? null });
  expect([...container.querySelectorAll(".hinted")].map((one) => one.textContent)).toEqual([
    expect.stringContaining("Cave 2"),
  ]);
});
