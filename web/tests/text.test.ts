import { describe, expect, it } from "vitest";
import { blocksOf } from "../src/lib/markdown";
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

describe("rules in Markdown", () => {
  it("become blocks", () => {
    const blocks = blocksOf("# JAWS\n\nA **game**\nfor two.\n\n1. One\n   - *In*: it\n2. Two\n\n| a | b |\n|---|---|\n| 1 | `2` |\n");
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table"]);
    expect(blocks[1]).toMatchObject({ spans: [{ text: "A " }, { kind: "strong", text: "game" }, { text: " for two." }] });
    expect(blocks[2]).toMatchObject({ ordered: true, items: [{ inner: [[{ kind: "em" }, {}]] }, { inner: [] }] });
  });
});
