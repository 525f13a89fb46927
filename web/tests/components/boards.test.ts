/** Each board drawn whole, as the server would have it: what can be picked is a button, and what cannot says why. */
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Barred, BoardProps, Sitter } from "../../src/boards/contract";
import GetBit from "../../src/boards/get-bit/Board.svelte";
import Kelp from "../../src/boards/kelp/Board.svelte";
import { hand } from "../../src/boards/kit/hand.svelte";
import SharkAttacks from "../../src/boards/shark-attacks/Board.svelte";
import { offered } from "../given";
import { getBitView, kelpView, sharkAttacksView } from "../views";

beforeEach(() => {
  hand.pointed = null;
});

const sitter = (seat: string, mine = false): Sitter => ({ seat, side: seat, name: seat, mine, bot: !mine });
const swimmers = [1, 2, 3, 4].map((number) => sitter(`swimmer ${number}`, number === 1));
const players = [1, 2, 3].map((number) => sitter(`player ${number}`, number === 1));
const barred = (seat: string, verb: string, parts: Barred["parts"], why: string): Barred => ({
  seat,
  verb,
  parts,
  why,
  action: verb,
});

/** All that a board is given; nothing happens, and nothing is hinted at. */
const given = <View>(view: View, viewer: string, sitters: Sitter[], more: Partial<BoardProps<View>> = {}) => ({
  view,
  viewer,
  sitters,
  offers: [],
  blocked: [],
  moment: null,
  truth: null,
  beliefs: null,
  hinted: null,
  ...more,
});

describe("Get Bit!", () => {
  const view = getBitView({ choosing: [0] });
  view.swimmers[0] = { ...view.swimmers[0]!, has_chosen: false, hand: [2, 5] };
  const shown = (change = {}) =>
    render(GetBit, {
      ...given(view, "swimmer 1", swimmers, {
        offers: [2, 5].map((card) => offered("swimmer 1", "card", { card }, `card ${card}`)),
        blocked: [barred("swimmer 1", "card", { card: 3 }, "Played: it comes back after a bite.")],
      }),
      ...change,
    });

  it("offers the cards in hand", async () => {
    shown();
    const cards = screen.getAllByRole("button", { name: /^card \d/i });
    expect(cards).toHaveLength(2);
    await userEvent.hover(cards[0]!);
    expect(hand.pointed?.action).toBe("card 2");
  });

  it("says why a card cannot be played, in the server's words", () => {
    shown();
    expect(screen.getByRole("img", { name: /Card 3.*it comes back after a bite/ })).toBeTruthy();
  });

  it("celebrates the winner that the view names", () => {
    shown({ view: getBitView({ phase: "over", line: [2, 0], winner: 2 }), offers: [], blocked: [] });
    expect(screen.getByRole("group").textContent).toContain("Bot 3 won!");
  });
});

describe("Kelp", () => {
  const sides = [sitter("octopus"), sitter("shark", true)];

  it("offers a die where it lies, and says why a card cannot be bought", () => {
    render(
      Kelp,
      given(kelpView, "shark", sides, {
        offers: [offered("shark", "store", { colour: "red", pips: 2 }, "store red 2")],
        blocked: [barred("shark", "buy", { slot: 1 }, "It costs 4, and you have 3.")],
      }),
    );
    expect(screen.getByRole("button", { name: /store red 2/i })).toBeTruthy();
    expect(screen.getByRole("img", { name: /Agile.*It costs 4, and you have 3/ })).toBeTruthy();
  });

  it("says what the cards of this table do", () => {
    const { container } = render(Kelp, given(kelpView, "octopus", sides));
    expect(screen.getByRole("img", { name: /Blend In.*Two lying blocks stand up.*It costs nothing/ })).toBeTruthy();
    expect(container.querySelectorAll("[data-part='hand'] .card")).toHaveLength(2);
  });
});

describe("Shark Attacks!", () => {
  const shown = (more: Partial<BoardProps<typeof sharkAttacksView>>, view = sharkAttacksView) =>
    render(SharkAttacks, given(view, "player 1", players, more));

  it("offers to bank and to press on", () => {
    shown({ offers: [offered("player 1", "bank"), offered("player 1", "press on")] });
    expect(screen.getAllByRole("button")).toHaveLength(2);
  });

  it("says whose beach has no sign to take", () => {
    shown(
      {
        offers: [offered("player 1", "take sign", { seat: "player 3" }, "sign from player 3")],
        blocked: [barred("player 1", "take sign", { seat: "player 2" }, "There is no sign on this beach.")],
      },
      { ...sharkAttacksView, phase: "sign", signs_to_take: 1 },
    );
    expect(screen.getByRole("button", { name: /player 3/ })).toBeTruthy();
    expect(screen.getByRole("img", { name: /player 2.*There is no sign on this beach/ })).toBeTruthy();
  });
});
