import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stage, type Telling } from "../src/lib/stage.svelte";

const LASTS: Record<string, number> = { swim: 1000, bite: 400, whisper: 0 };

const frame = (number: number, kind = "swim") => ({
  happened: [{ number, kind, details: [0, 0, 0, 0] as [number, number, number, number] }],
  view: `after ${number}`,
});
const news = (keep: number, frames: ReturnType<typeof frame>[], view = "now") => ({ view, keep, heard: [], frames });

class Audience implements Telling {
  pace = 1;
  seen: number[] = [];
  lasts = (happened: { kind: string }[]) => LASTS[happened[0]?.kind ?? ""] ?? 0;
  speed = () => this.pace;
  shown = (happened: { number: number }[]) => this.seen.push(happened[0]?.number ?? 0);
}

describe("a stage", () => {
  let stage: Stage;
  let audience: Audience;
  let leave: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    stage = new Stage();
    audience = new Audience();
    stage.hear({ view: "start", keep: 0, heard: [{ number: 3, text: "" }] });
    leave = stage.watch(audience);
  });

  afterEach(() => vi.useRealTimers());

  it("shows the table as it is to who comes", () => {
    expect([stage.view, stage.moment, stage.playing]).toEqual(["start", null, false]);
  });

  it("tells one step after the other, each as long as it wants, and ends in the present", () => {
    stage.hear(news(3, [frame(4), frame(5, "bite")]));
    expect([stage.view, stage.moment?.number, stage.upTo, stage.playing]).toEqual(["after 4", 1, 4, true]);
    vi.advanceTimersByTime(999);
    expect(stage.view).toBe("after 4");
    vi.advanceTimersByTime(1);
    expect([stage.view, stage.moment?.number]).toEqual(["after 5", 2]);
    vi.advanceTimersByTime(400);
    expect([stage.view, stage.playing, stage.upTo]).toEqual(["now", false, Infinity]);
    expect(stage.moment?.happened[0]?.number).toBe(5); // which led here
  });

  it("goes by the pace, which may change on the way", () => {
    audience.pace = 2;
    stage.hear(news(3, [frame(4), frame(5), frame(6)]));
    vi.advanceTimersByTime(500);
    expect(stage.view).toBe("after 5");
    audience.pace = 0;
    vi.advanceTimersByTime(500);
    expect([stage.view, stage.playing]).toEqual(["now", false]);
  });

  it("leaves out what there is nothing to see of", () => {
    stage.hear(news(3, [frame(4, "whisper"), frame(5), frame(6, "whisper")]));
    expect(stage.view).toBe("after 5");
    vi.advanceTimersByTime(1000);
    expect([stage.view, audience.seen]).toEqual(["now", [5]]);
  });

  it("needs less time for what I did myself", () => {
    stage.hear(news(3, [frame(4), frame(5)]), true);
    vi.advanceTimersByTime(500);
    expect(stage.view).toBe("after 5");
    vi.advanceTimersByTime(500);
    expect(stage.view).toBe("after 5");
  });

  it("goes on with what comes meanwhile, and is not disturbed by news of nothing", () => {
    stage.hear(news(3, [frame(4)]));
    stage.hear(news(4, [], "now"));
    stage.hear(news(4, [frame(5)], "later"));
    expect(stage.view).toBe("after 4");
    vi.advanceTimersByTime(1000);
    expect(stage.view).toBe("after 5");
    vi.advanceTimersByTime(1000);
    expect(stage.view).toBe("later");
  });

  it("can be skipped, and forgets the rest", () => {
    stage.hear(news(3, [frame(4), frame(5)]));
    stage.finish();
    expect([stage.view, stage.moment, stage.playing]).toEqual(["now", null, false]);
    vi.advanceTimersByTime(5000);
    expect(audience.seen).toEqual([4]);
  });

  it("goes straight to the present after an undo, after too much, and without the steps", () => {
    stage.hear(news(3, [frame(4), frame(5)]));
    stage.hear(news(4, [], "undone"));
    expect([stage.view, stage.playing]).toEqual(["undone", false]);
    stage.hear(
      news(
        4,
        Array.from({ length: 60 }, (_, place) => frame(5 + place)),
        "far on",
      ),
    );
    expect([stage.view, stage.playing]).toEqual(["far on", false]);
    stage.hear({ view: "anew", keep: 64, heard: [{ number: 70, text: "" }] });
    expect([stage.view, stage.playing]).toEqual(["anew", false]);
  });

  it("shows everything at once to who wants that, and still says what it was", () => {
    audience.pace = 0;
    stage.hear(news(3, [frame(4), frame(5)]));
    expect([stage.view, stage.moment, stage.playing, audience.seen]).toEqual(["now", null, false, [5]]);
  });

  it("keeps the latest for who looks away", () => {
    leave();
    stage.hear(news(3, [frame(4)]));
    stage.hear(news(4, [frame(5)]));
    expect([stage.view, stage.playing]).toEqual(["now", false]);
    stage.watch(audience);
    expect([stage.view, audience.seen]).toEqual(["after 5", [5]]);
  });
});
