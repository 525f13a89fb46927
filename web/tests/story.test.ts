import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Moment } from "../src/boards/contract";
import { lengthOf, loudest, Teller, type Beat, type Story } from "../src/boards/kit/story.svelte";
import type { Happened } from "../src/lib/types";

/** A board that draws a number: every event adds to it for so many milliseconds, then the view says what it is. */
interface Adds extends Beat {
  adds: number;
}
const story: Story<number, string, Adds> = {
  beats: (happened) => happened.map(({ details: [adds, ms] }) => ({ adds, ms })),
  still: (view) => `still ${view}`,
  during: (scene, { adds }) => `${scene} + ${adds}`,
  after: (last, view) => `${view} after ${last}`,
};
const adding = (adds: number, ms: number): Happened => ({ number: 1, kind: "added", details: [adds, ms, 0, 0] });
const moment = (number: number, happened: Happened[], time?: number): Moment => ({ number, happened, time });

describe("a story", () => {
  let teller: Teller<number, string, Adds>;
  const START = 1;

  beforeEach(() => {
    vi.useFakeTimers();
    teller = new Teller<number, string, Adds>(story, START);
  });
  afterEach(() => {
    teller.stop();
    vi.useRealTimers();
  });

  it("begins with the picture of the view", () => expect(teller.scene).toBe("still 1"));

  it("is told beat by beat and ends with the view", () => {
    teller.show(6, moment(1, [adding(2, 100), adding(3, 50)]));
    expect(teller.scene).toBe("still 1 + 2");
    vi.advanceTimersByTime(100);
    expect(teller.scene).toBe("still 1 + 2 + 3");
    vi.advanceTimersByTime(50);
    expect(teller.scene).toBe("6 after still 1 + 2 + 3");
  });

  it("takes the time it is given", () => {
    teller.show(3, moment(1, [adding(2, 100)], 300));
    vi.advanceTimersByTime(299);
    expect(teller.scene).toBe("still 1 + 2");
    vi.advanceTimersByTime(1);
    expect(teller.scene).toBe("3 after still 1 + 2");
  });

  it("does not stop at beats without a length", () => {
    teller.show(3, moment(1, [adding(1, 0), adding(1, 100)]));
    expect(teller.scene).toBe("still 1 + 1 + 1");
  });

  it("is told once, however often the board is given it", () => {
    const told = moment(1, [adding(2, 100)]);
    teller.show(3, told);
    vi.advanceTimersByTime(100);
    teller.show(3, told);
    expect(teller.scene).toBe("3 after still 1 + 2");
  });

  it("goes on when the present comes meanwhile, and ends with that", () => {
    const told = moment(1, [adding(2, 100)]);
    teller.show(3, told);
    teller.show(4, told);
    expect(teller.scene).toBe("still 1 + 2");
    vi.advanceTimersByTime(100);
    expect(teller.scene).toMatch(/^4 after/);
  });

  it("counts as told when the next one comes", () => {
    teller.show(3, moment(1, [adding(2, 100)]));
    teller.show(7, moment(2, [adding(4, 100)]));
    expect(teller.scene).toBe("3 after still 1 + 2 + 4");
  });

  it("is cut short by a view without one", () => {
    teller.show(3, moment(1, [adding(2, 100)]));
    teller.show(9, null);
    expect(teller.scene).toBe("still 9");
    vi.advanceTimersByTime(1000);
    expect(teller.scene).toBe("still 9");
  });
});

describe("a step", () => {
  it("lasts as long as its beats", () => expect(lengthOf([{ ms: 100 }, { ms: 50 }])).toBe(150));

  it("sounds like the loudest that happened", () => {
    const sound = loudest([
      ["bite", "eaten", "added"],
      ["wave", "moved"],
    ]);
    const happened = (kind: string) => ({ ...adding(0, 0), kind });
    expect(sound([happened("moved"), happened("added")])).toBe("bite");
    expect(sound([happened("else")])).toBeNull();
  });
});
