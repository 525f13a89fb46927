import { describe, expect, it } from "vitest";
import { pageOf } from "../src/lib/page";
import { add, nothing, shareOf } from "../src/lib/shares";

const slice = (matches: number, wins: number) => ({
  first: 0,
  matches,
  sides: [{ side: "shark", wins }],
  unit: "round",
  turns: 3 * matches,
  minutes: matches,
});

describe("the lab", () => {
  it("has a page of its own", () => {
    expect(pageOf("/lab", "")).toEqual({ name: "lab" });
    expect(pageOf("/lab/reports", "")).toEqual({ name: "lost" });
  });

  it("adds slices up", () => {
    const found = add(add(nothing, slice(10, 4)), slice(30, 8));
    expect(found).toEqual({ matches: 40, turns: 120, minutes: 40, unit: "round", wins: { shark: 12 } });
    expect(nothing.matches).toBe(0);
  });

  it("has Wilson's intervals, as published (Newcombe 1998)", () => {
    const { share, low, high } = shareOf(81, 263);
    expect([share, low, high].map((x) => x.toFixed(4))).toEqual(["0.3080", "0.2553", "0.3662"]);
    expect(shareOf(0, 20).low).toBe(0);
    expect(shareOf(0, 0)).toEqual({ share: 0, low: 0, high: 1 });
  });
});
