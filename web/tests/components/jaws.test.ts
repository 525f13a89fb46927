import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import Pad from "../../src/boards/jaws/Pad.svelte";
import Pieces from "../../src/boards/jaws/Pieces.svelte";
import { words } from "../../src/boards/jaws/words";
import type { Hunter, Island } from "../../src/boards/jaws/view";

const hunter: Hunter = {
  place: "S",
  tokens: ["speed burst"],
  played: null,
  actions: 3,
  burst: 0,
  bursting: false,
  planned: {},
  ate_michael: false,
  pad: [],
};
const nobody = () => ({ offers: [], why: "" });

describe("the shark's plan", () => {
  const shown = (shark: Hunter | null) => {
    const island = { swimmers: { S: 3 }, michael: "S", floating: {}, crew: [], shark, seen: null } as unknown as Island;
    const given = { island, place: null, own: true, acting: null, lit: [], at: nobody, hinted: null };
    const { container } = render(Pieces, { ...given, choose: () => undefined, choosable: [] });
    return { container, crossed: container.querySelectorAll(".cross").length };
  };

  it("crosses out whom it will have eaten, Michael too", () => {
    expect(shown({ ...hunter, planned: { S: 2 } }).crossed).toBe(2);
    expect(shown({ ...hunter, planned: { S: 1 }, ate_michael: true }).crossed).toBe(2);
  });

  it("says so to those who hear the board", () => {
    shown({ ...hunter, planned: { S: 2 } });
    expect(screen.getByRole("img", { name: /You are eating 2 of them this turn/ })).toBeTruthy();
  });

  it("is nothing the crew can see", () => expect(shown(null).crossed).toBe(0));
});

describe("a speed burst", () => {
  const pad = (change: Partial<Hunter>) =>
    render(Pad, { hunter: { ...hunter, ...change }, pad: [], own: true, planning: true, at: nobody, hinted: null });

  it("says how many steps are left, and what ends it", () => {
    pad({ burst: 2, bursting: true });
    expect(screen.getByRole("status").textContent).toBe("Speed burst: 2 steps left. Anything else ends it.");
  });

  it("is not spoken of while there is none", () => {
    pad({});
    expect(screen.queryByRole("status")).toBeNull();
  });
});

it("tells everybody what an ability of the shark does, not only the shark", () => {
  for (const text of Object.values(words.abilities)) {
    expect(text).toMatch(/the shark/i);
    expect(text).not.toMatch(/\byou\b/i);
  }
});
