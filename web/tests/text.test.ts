import { describe, expect, it } from "vitest";
import { pageOf, replayPath } from "../src/lib/page";
import { left } from "../src/lib/time";

describe("time left", () => {
  it("is short", () => {
    expect(left(75)).toBe("1:15");
    expect(left(-3)).toBe("0:00");
    expect(left(3700)).toBe("1 h 01 min");
    expect(left(90000)).toBe("1 d 1 h");
  });
});

describe("addresses", () => {
  it("mean pages", () => {
    expect(pageOf("/", "")).toEqual({ name: "home" });
    expect(pageOf("/new", "?game=jaws")).toEqual({ name: "new", game: "jaws" });
    expect(pageOf("/t/abc", "")).toEqual({ name: "table", id: "abc" });
    expect(pageOf("/t/abc/replay", "")).toEqual({ name: "replay", id: "abc", step: null, eyes: null });
    const moment = new URL(replayPath("abc", 12, "the crew"), "http://here");
    expect(pageOf(moment.pathname, moment.search)).toEqual({ name: "replay", id: "abc", step: 12, eyes: "the crew" });
    expect(pageOf("/t/abc/replay", "?step=-3")).toMatchObject({ step: null });
    expect(pageOf("/t/abc/else", "")).toEqual({ name: "lost" });
  });
});
