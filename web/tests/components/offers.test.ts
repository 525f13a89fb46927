import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hand } from "../../src/boards/kit/hand.svelte";
import { grouped } from "../../src/lib/offers";
import { settings } from "../../src/lib/settings.svelte";
import { shortcuts } from "../../src/lib/shortcuts.svelte";
import Actions from "../../src/table/Actions.svelte";
import Offers from "../../src/table/Offers.svelte";
import { live, offer, question, seen, table } from "./fakes";

const CARDS = [1, 2, 3].map((card) =>
  offer(`card ${card}`, { verb: "card", label: `Play card ${card}`, key: String(card), short: String(card) }),
);
const BANK = offer("bank", { label: "Go ashore", key: "b" });

beforeEach(() => {
  shortcuts.set(true);
  settings.set({ list: false });
  hand.pointed = null;
});

describe("the list of offers", () => {
  const shown = (offers = [...CARDS, BANK], props = {}) => {
    const choose = vi.fn();
    render(Offers, { groups: grouped(offers), busy: false, choose, ...props });
    return choose;
  };

  it("groups what begins alike, with names that say everything", () => {
    shown();
    expect(screen.getByRole("group", { name: "Play card" })).toBeTruthy();
    expect(screen.getAllByRole("button").map((button) => button.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Play card 1",
      "Play card 2",
      "Play card 3",
      "b Go ashore",
    ]);
  });

  it("reports which one was picked", async () => {
    const choose = shown();
    await userEvent.click(screen.getByRole("button", { name: /Go ashore/ }));
    expect(choose).toHaveBeenCalledExactlyOnceWith(BANK);
  });

  it("points at the board while somebody points at it", async () => {
    shown();
    const button = screen.getByRole("button", { name: /Go ashore/ });
    await userEvent.tab();
    expect(hand.pointed).toEqual(CARDS[0]);
    await userEvent.click(button);
    expect(hand.pointed).toEqual(BANK);
    expect(button.classList).toContain("pointed");
  });

  it("marks the hint, and waits while something is on its way", () => {
    shown([BANK], { hinted: "bank", busy: true });
    expect(screen.getByRole("button").classList).toContain("hinted");
    expect(screen.getByRole("button").getAttribute("aria-disabled")).toBe("true");
  });

  it("shows no keys where they are switched off", () => {
    shortcuts.set(false);
    shown([BANK]);
    expect(document.querySelector("kbd")).toBeNull();
  });
});

describe("what can be done", () => {
  const shown = (offers = CARDS, props = {}) => {
    const choose = vi.fn();
    const asked = seen([question(offers)]);
    const given = { live: live().live, table: table(), seen: asked, offers, prompt: asked.prompt, hint: null, choose };
    const { rerender } = render(Actions, { ...given, drawn: false, ...props });
    return { choose, rerender };
  };

  it("is picked by its key", async () => {
    const { choose } = shown();
    await userEvent.keyboard("2");
    expect(choose).toHaveBeenCalledExactlyOnceWith(CARDS[1]);
  });

  it("is not picked by a key typed into a field", async () => {
    const { choose } = shown();
    const field = document.body.appendChild(document.createElement("input"));
    await userEvent.type(field, "2");
    expect(choose).not.toHaveBeenCalled();
    field.remove();
  });

  it("is not picked by keys that are switched off", async () => {
    shortcuts.set(false);
    const { choose } = shown();
    await userEvent.keyboard("2");
    expect(choose).not.toHaveBeenCalled();
  });

  it("is folded beside a drawn board, once there is much of it", () => {
    shown([...CARDS, BANK, offer("wait")], { drawn: true });
    expect(screen.getByText("All actions (5)")).toBeTruthy();
    expect(document.querySelector("details")?.open).toBe(false);
  });

  it("is not folded while there is little of it", () => {
    shown(CARDS, { drawn: true });
    expect(screen.queryByText(/All actions/)).toBeNull();
  });

  it("names the seat where several are asked", () => {
    const other = offer("press", { seat: "swimmer 2" });
    const asked = seen([question(CARDS), question([other], { seat: "swimmer 2", prompt: "And you?" })]);
    render(Actions, {
      live: live().live,
      table: table(),
      seen: asked,
      offers: [...CARDS, other],
      prompt: asked.prompt,
      drawn: false,
      hint: null,
      choose: vi.fn(),
    });
    expect(screen.getByRole("heading", { name: /Swimmer 2 ?: And you\?/ })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Actions of Swimmer 2" })).toBeTruthy();
  });

  it("can be taken back where that is allowed", async () => {
    const { live: table_, send } = live();
    const asked = seen([question(CARDS, { can_undo: true, decisions: 1 })]);
    const given = { table: table(), seen: asked, offers: CARDS, prompt: "", drawn: false, hint: null, choose: vi.fn() };
    render(Actions, { ...given, live: table_ });
    await userEvent.click(screen.getByRole("button", { name: /Undo/ }));
    expect(send).toHaveBeenCalledWith({ type: "undo", seat: "swimmer 1" });
  });
});
