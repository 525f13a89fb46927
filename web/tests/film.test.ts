import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Film } from "../src/lib/film.svelte";
import type { Replay } from "../src/lib/types";

const event = (kind: string, ...heard_by: string[]) => ({ kind, details: [0, 0, 0, 0], heard_by });
const STEPS = [
  [event("dive", "shark"), event("ripple", "shark", "crew")],
  [event("turn", "shark")],
  [event("bite", "shark", "crew")],
];

let film: Film;
let shown: string[];
let asked: number[];

beforeEach(() => {
  vi.useFakeTimers();
  [shown, asked] = [[], []];
  const steps = STEPS.map((happened, place) => ({ ply: place + 1, seat: "shark", action: "swim", told: [], happened }));
  const replay = { table: { id: "abc" }, viewers: ["shark", "crew"], steps } as unknown as Replay;
  const projector = {
    lasts: () => 1000,
    speed: () => 2,
    shown: (happened: { kind: string }[]) => void shown.push(happened.map(({ kind }) => kind).join("+")),
  };
  film = new Film(replay, projector, async (ply) => {
    asked.push(ply);
    return { crew: `view ${ply}` };
  });
});

afterEach(() => vi.useRealTimers());

it("shows one step on happening, and any other as it stands", async () => {
  await film.go(0);
  expect([film.at, film.views, film.moment]).toEqual([0, { crew: "view 0" }, null]);
  await film.go(1);
  expect([film.views, shown]).toEqual([{ crew: "view 1" }, ["dive+ripple"]]);
  await film.go(3);
  expect([film.at, film.moment]).toEqual([3, null]);
  await film.go(99);
  expect(film.at).toBe(3);
});

it("tells each what they heard", async () => {
  film.see("crew");
  for (const step of [0, 1, 2, 3]) await film.go(step);
  expect(shown).toEqual(["ripple", "bite"]);
  film.see("nobody");
  expect(film.eyes).toBe(null);
});

it("plays to the end at the pace, and from the start again", async () => {
  await film.go(1);
  shown = [];
  film.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect([film.at, film.moment?.time]).toEqual([2, 500]);
  await vi.advanceTimersByTimeAsync(500);
  expect([film.at, film.playing]).toEqual([3, false]);
  expect(shown).toEqual(["turn", "bite"]);
  film.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect([film.at, film.playing]).toEqual([0, true]);
  film.close();
});

it("fetches ahead, and each view once", async () => {
  await film.go(0);
  await film.go(1);
  await film.go(0);
  expect(asked).toEqual([0, 1, 2, 3]);
});
