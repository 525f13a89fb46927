import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Offered } from "../../src/boards/contract";
import { hand } from "../../src/boards/kit/hand.svelte";
import { tips } from "../../src/boards/kit/tips.svelte";
import Things from "./Things.svelte";
import { offer } from "./fakes";

const EAT = offer("eat", { label: "Eat one swimmer" });
const ALL = offer("eat all", { label: "Eat them all" });
let picked: Offered[];

beforeEach(() => {
  picked = [];
  under();
  hand.pick = (one) => picked.push(one);
});
afterEach(() => {
  tips.hide();
  hand.pointed = null;
});

/** What lies under the pointer, topmost first. */
const under = (...elements: Element[]) => (document.elementsFromPoint = () => elements);
const shown = (offers: Offered[] = [], text = "Food.") => render(Things, { title: "Swimmers", text, offers });
const thing = () => document.querySelector(".thing")!;

describe("a thing on a board", () => {
  it("without an offer is a picture that explains itself", async () => {
    shown();
    expect(screen.getByRole("img", { name: "Swimmers. Food." })).toBe(thing());
    expect(thing().getAttribute("tabindex")).toBe("-1");
    await userEvent.hover(thing());
    expect(screen.getByRole("tooltip").textContent).toContain("Food.");
  });

  it("without an offer says on a click what is asked instead", async () => {
    tips.prompt = "Swim first.";
    shown();
    await userEvent.click(thing());
    expect(screen.getByRole("tooltip").textContent).toContain("You can't use this now. Swim first.");
    tips.prompt = "";
  });

  it("says why nothing can be done with it, where the rules have a reason", async () => {
    tips.prompt = "Swim first.";
    render(Things, { title: "Swimmers", text: "Food.", offers: [], why: "You have no actions left." });
    expect(screen.getByRole("img", { name: "Swimmers. Food. You have no actions left." })).toBe(thing());
    await userEvent.click(thing());
    expect(screen.getByRole("tooltip").textContent).toContain("You have no actions left.");
    expect(screen.getByRole("tooltip").textContent).not.toContain("Swim first.");
    tips.prompt = "";
  });

  it("without an offer is not in the way of what it stands on", async () => {
    shown();
    const space = document.body.appendChild(document.createElement("div"));
    space.className = "thing can";
    const clicked = vi.fn();
    space.addEventListener("click", clicked);
    under(thing(), space);
    await userEvent.click(thing());
    expect(clicked).toHaveBeenCalledOnce();
    expect(tips.current?.asking).toBeFalsy();
    space.remove();
  });

  it("with one offer is a button named by what it does, and takes it", async () => {
    shown([EAT]);
    expect(screen.getByRole("button", { name: "Swimmers. Eat one swimmer. Food." })).toBe(thing());
    expect(thing().getAttribute("data-action")).toBe("eat");
    await userEvent.click(thing());
    expect(picked).toEqual([EAT]);
  });

  it("is taken by Enter and by the space bar", async () => {
    shown([EAT]);
    thing().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    thing().dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    thing().dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
    expect(picked).toEqual([EAT, EAT]);
  });

  it("is pointed at while the pointer is over it", async () => {
    shown([EAT]);
    await userEvent.hover(thing());
    expect(hand.pointed).toEqual(EAT);
    await userEvent.unhover(thing());
    expect(hand.pointed).toBeNull();
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  it("with several offers asks which", async () => {
    shown([EAT, ALL]);
    expect(thing().getAttribute("data-actions")).toBe("eat|eat all");
    await userEvent.click(thing());
    expect(picked).toEqual([]);
    expect(screen.getByRole("dialog", { name: "Swimmers" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Eat them all" }));
    expect(picked).toEqual([ALL]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("closes its question with Escape, or when it is clicked again", async () => {
    shown([EAT, ALL]);
    await userEvent.click(thing());
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(thing());
    await userEvent.click(thing());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("closes its question when somebody touches elsewhere", async () => {
    shown([EAT, ALL]);
    await userEvent.click(thing());
    await fireEvent.pointerDown(document.body);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is explained by a long press of a finger, which takes nothing", async () => {
    vi.useFakeTimers();
    try {
      shown([EAT]);
      await fireEvent.pointerDown(thing(), { pointerType: "touch" });
      await vi.advanceTimersByTimeAsync(500);
      expect(screen.getByRole("tooltip").textContent).toContain("Eat one swimmer");
      await fireEvent.pointerUp(thing(), { pointerType: "touch" });
      await fireEvent.click(thing());
      expect(picked).toEqual([]);
      await fireEvent.click(thing());
      expect(picked).toEqual([EAT]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays the same thing when what can be done with it changes", async () => {
    const { rerender } = shown([EAT]);
    await userEvent.hover(thing());
    await rerender({ title: "Swimmers", text: "Gone.", offers: [] });
    expect(screen.getByRole("tooltip").textContent).toContain("Gone.");
    expect(thing().getAttribute("role")).toBe("img");
    expect(thing().hasAttribute("data-action")).toBe(false);
  });

  it("takes its bubble along when it goes", async () => {
    const { rerender } = shown([EAT]);
    await userEvent.hover(thing());
    await rerender({ title: "Swimmers", text: "", offers: [], there: false });
    await Promise.resolve();
    expect(tips.current).toBeNull();
    expect(hand.pointed).toBeNull();
  });
});
