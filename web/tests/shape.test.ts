import { describe, expect, it } from "vitest";
import { barsOf, percent } from "../src/lib/odds";
import { evened, inSentences, inWords, kindOf, placesNamed, shapeOf, titleOf, untitled } from "../src/lib/shape";

describe("shapes of a view", () => {
  it("shows small values as chips, counts as tokens, objects as fields", () => {
    expect(shapeOf([1, 2, "x", null]).kind).toBe("chips");
    expect(shapeOf({ N: 2, E: 0 }, 1).kind).toBe("counts");
    expect(shapeOf({ N: 2, E: 0 }, 0).kind).toBe("fields");
    expect(shapeOf(null).kind).toBe("nothing");
  });

  it("shows like objects as a table while they are small, else as cards", () => {
    expect(shapeOf([{ score: 1 }, { score: 2 }])).toMatchObject({ kind: "table", columns: ["score"] });
    expect(shapeOf([{ a: { b: 1 } }, { a: { b: 2 } }]).kind).toBe("cards");
  });

  it("drops columns that say nothing", () => {
    expect(
      shapeOf([
        { a: 1, b: null },
        { a: 2, b: null },
      ]),
    ).toMatchObject({ columns: ["a"] });
  });

  it("shows things as cards that their list is called after", () => {
    const caves = [
      { cave: 1, looked: null, shark: null },
      { cave: 2, looked: 3, shark: null },
    ];
    expect(kindOf("caves")).toBe("cave");
    expect(shapeOf(caves, 1, "caves").kind).toBe("cards");
    expect(shapeOf(caves, 1, "places").kind).toBe("table");
    expect(titleOf(caves[1], 1, 2, [], "cave")).toBe("Cave 2");
    expect(evened(caves)).toEqual([
      { cave: 1, looked: "–" },
      { cave: 2, looked: 3 },
    ]);
    expect(untitled({ cave: 2, looked: 3 }, "Cave 2", [], "cave")).toEqual({ looked: 3 });
    expect(inSentences({ looked: 3, shark: true, more: [] })).toBe("Looked 3. Shark yes");
  });

  it("names things", () => {
    const seats = ["Ann", "Bo"];
    expect(inWords("has_chosen")).toBe("Has chosen");
    expect(titleOf({ seat: 1 }, 0, 5, seats)).toBe("Bo");
    expect(titleOf({ score: 1 }, 0, 2, seats)).toBe("Ann");
    expect(titleOf({ score: 1 }, 2, 9, seats)).toBe("2");
    expect(untitled({ seat: 1, owner: 1, hand: [1] }, "Bo", seats)).toEqual({ hand: [1] });
    expect(placesNamed("line", [1, 0], { swimmers: [{ seat: 0 }, { seat: 1 }] }, seats)).toEqual(["Bo", "Ann"]);
    expect(placesNamed("hand", [1, 0], { swimmers: [] }, seats)).toBe(null);
  });
});

describe("odds", () => {
  it("are bars where all values are chances", () => {
    expect(barsOf([0.25, 0.75])?.map((bar) => bar.name)).toEqual(["0", "1"]);
    expect(barsOf({ a: 2, b: 0.5 })).toBe(null);
  });

  it("never call something possible nothing", () => {
    expect(percent(0.0003)).toBe("< 1 %");
    expect(percent(0)).toBe("0 %");
    expect(percent(0.25)).toBe("25 %");
  });
});
