import { render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Board from "../../src/boards/shark-attacks/Board.svelte";
import type { View } from "../../src/boards/shark-attacks/view";
import { offer, seat } from "./fakes";

// What the pretended browser lacks and the board asks for, as soon as it is loaded.
vi.hoisted(() => {
  window.matchMedia ??= () => ({ matches: true, addEventListener: () => undefined }) as unknown as MediaQueryList;
  window.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  Element.prototype.animate ??= () => ({ cancel: () => undefined, currentTime: 0 }) as unknown as Animation;
});

const none = { waves: 0, ones: 0, twos: 0, threes: 0, rolling: 0 };

function seen(signs: number): View {
  return {
    phase: "beach",
    player: 0,
    target: 100,
    beaches: [
      { score: 10, signs },
      { score: 20, signs: 2 },
    ],
    blue: { ...none, waves: 2, threes: 1 },
    red: none,
    blue_in_the_middle: 6,
    signs_in_the_middle: 3,
    escaped: 0,
    eaten: 0,
    signs_to_take: 0,
    winner: null,
  } as View;
}

describe("banking", () => {
  const note = (signs: number) => {
    const players = [seat("player 1"), seat("player 2")];
    const sitters = players.map((sitter) => ({ ...sitter, mine: false, bot: false }));
    const offers = [offer("bank", { seat: "player 1" }), offer("press on", { seat: "player 1" })];
    const given = { view: seen(signs), sitters, offers, moment: null, beliefs: null, hinted: null, blocked: [] };
    const { container } = render(Board, given as never);
    return container.querySelector(".choice .note")?.textContent;
  };

  it("says that a sign goes back where the player has one", () => {
    expect(note(1)).toBe("a sign goes back");
    expect(note(3)).toBe("a sign goes back");
  });

  it("says nothing of signs where there is none", () => expect(note(0)).toBe("the turn ends"));
});
