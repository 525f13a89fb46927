import { describe, expect, it } from "vitest";
import { merge } from "../src/lib/merge";
import type { Eyes, Update } from "../src/lib/types";

const line = (number: number, text: string) => ({ number, text });

function update(eyes: Partial<Eyes>[], rest: Partial<Update> = {}): Update {
  const whole = eyes.map((one) => ({
    viewer: "crew",
    view: {},
    prompt: "",
    questions: [],
    keep: 0,
    heard: [],
    ...one,
  }));
  return {
    type: "update",
    cursor: "1",
    table: {},
    eyes: whole,
    keep_chat: 0,
    chat: [],
    result: null,
    ...rest,
  } as unknown as Update;
}

const told = (known: ReturnType<typeof merge>, place = 0) => known.eyes[place]?.lines.map((one) => one.text);

describe("merging updates", () => {
  const first = merge(null, update([{ heard: [line(1, "a"), line(4, "b")] }]));

  it("adds only what is new", () => {
    expect(told(merge(first, update([{ keep: 5, heard: [line(7, "c")] }])))).toEqual(["a", "b", "c"]);
  });

  it("forgets what was taken back", () => {
    expect(told(merge(first, update([{ keep: 3, heard: [line(4, "x")] }])))).toEqual(["a", "x"]);
  });

  it("keeps each viewer's lines apart", () => {
    const both = merge(first, update([{ viewer: "shark", heard: [line(1, "s")] }, { keep: 4 }]));
    expect(told(both, 0)).toEqual(["s"]);
    expect(told(both, 1)).toEqual(["a", "b"]);
  });

  it("does the same for the chat", () => {
    const hello = { number: 1, room: "table", name: "A", text: "hello", at: 0 };
    const known = merge(first, update([], { chat: [hello] }));
    expect(merge(known, update([], { keep_chat: 1 })).chat).toEqual([hello]);
  });

  it("hears everything again where nothing is kept", () => {
    expect(told(merge(first, update([{ heard: [line(1, "a")] }])))).toEqual(["a"]);
  });
});
