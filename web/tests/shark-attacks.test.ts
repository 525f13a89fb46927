import { describe, expect, it } from "vitest";
import { offersTo, signsFrom } from "../src/boards/shark-attacks/actions";
import { laneAt, layoutFor, rows, shorten, signSpots, spotsOf } from "../src/boards/shark-attacks/layout";
import { lessons } from "../src/boards/shark-attacks/lessons";
import { lengthOf, pictures } from "../src/boards/kit/story.svelte";
import { beatsOf } from "../src/boards/shark-attacks/beats";
import { deal, swimmersOf } from "../src/boards/shark-attacks/dice";
import { settle, storyFor, type Scene } from "../src/boards/shark-attacks/scene";
import { moveSign, ownSigns } from "../src/boards/shark-attacks/signs";
import type { View } from "../src/boards/shark-attacks/view";
import type { Happened } from "../src/lib/types";
import { offered } from "./given";

const story = storyFor((seat) => ["Ann", "Ben", "Cy"][seat] ?? "");
const tell = (before: Scene, told: Happened[], view = seen()) => pictures(story, before, told, view);
const lasts = (told: Happened[]) => lengthOf(beatsOf(told));
const dice = (waves = 0, ones = 0, twos = 0, threes = 0, rolling = 0) => ({ waves, ones, twos, threes, rolling });
const happened = (kind: string, ...given: number[]): Happened => {
  const [a = 0, b = 0, c = 0, d = 0] = given;
  return { number: 1, kind, details: [a, b, c, d] };
};

function seen(change: Partial<View> = {}): View {
  return {
    phase: "beach",
    player: 0,
    target: 100,
    beaches: [
      { score: 10, signs: 2 },
      { score: 20, signs: 0 },
      { score: 30, signs: 1 },
    ],
    blue: dice(2, 1, 1, 1),
    red: dice(),
    blue_in_the_middle: 6,
    signs_in_the_middle: 3,
    escaped: 0,
    eaten: 0,
    signs_to_take: 0,
    ...change,
  };
}

const fleeing = seen({ phase: "fleeing", blue: dice(0, 0, 0, 0, 3), red: dice(0, 0, 0, 0, 1), blue_in_the_middle: 8 });

describe("the picture of a view", () => {
  it("has every die and every sign once", () => {
    const scene = settle(null, seen());
    expect(scene.dice.map((die) => die.id)).toEqual([...Array(11).keys()]);
    expect(scene.dice.filter((die) => die.place === "pier")).toHaveLength(6);
    expect(swimmersOf(scene.dice)).toBe(6);
    expect(scene.signs.toSorted((a, b) => a - b)).toEqual([-1, -1, -1, 0, 0, 2]);
  });

  it("keeps dice that may stay, and rolls those that were waves", () => {
    const before = settle(null, seen());
    const now = settle(before, seen({ phase: "entering", blue: dice(0, 1, 1, 1, 3), blue_in_the_middle: 5 }));
    const swims = (scene: typeof now) =>
      scene.dice.filter((die) => die.place === "sea" && die.face).map((die) => die.id);
    expect(swims(now)).toEqual(swims(before));
    const waves = before.dice.filter((die) => die.place === "sea" && !die.face).map((die) => die.id);
    const air = now.dice.filter((die) => die.place === "air").map((die) => die.id);
    expect(air).toEqual(expect.arrayContaining(waves));
    expect(air).toHaveLength(3);
  });

  it("makes dice where there are too few, and lets red ones go", () => {
    const red = deal([], true, [{ place: "air", count: 2 }]);
    expect(red).toEqual([0, 1].map((id) => ({ id, red: true, face: 0, place: "air" })));
    expect(deal(red, true, [])).toEqual([]);
  });

  it("knows that dice a flight does not count have got ashore", () => {
    const now = settle(settle(null, seen()), seen({ phase: "sign", blue: dice(1), blue_in_the_middle: 8, escaped: 4 }));
    expect(now.dice.filter((die) => die.place === "sand").map((die) => die.face)).toEqual([-1, -1]);
    expect(now.dice.filter((die) => die.place === "pier")).toHaveLength(8);
  });

  it("gives signs to whoever has them now", () => {
    expect(ownSigns([0, 0, -1], [{ signs: 1 }, { signs: 2 }], 0)).toEqual([0, 1, 1]);
    expect(moveSign([-1, 0, -1], -1, 1)).toEqual([-1, 0, 1]);
    expect(moveSign([0], -1, 1)).toEqual([0]);
  });

  it("remembers the weather within a turn only", () => {
    const sunny = { ...settle(null, seen()), weather: "sun" as const };
    expect(settle(sunny, seen()).weather).toBe("sun");
    expect(settle(sunny, seen({ player: 1 })).weather).toBe("fair");
    expect(settle(sunny, fleeing).weather).toBe("shark");
  });
});

describe("a step told", () => {
  const throwOf = [
    happened("fled", 0, 1, 1, 1),
    happened("fins", 0, 0, 1, 0),
    happened("ate", 2, 0, 1, 0),
    happened("escaped", 4, 2, 4),
    happened("sign_up", 0, -1, 3),
    happened("ashore", 0, 4, 14, 1),
    happened("turn", 1, 7, 0),
  ];
  const next = seen({ player: 1, phase: "entering", blue: dice(0, 0, 0, 0, 7), blue_in_the_middle: 4 });

  it("tells a flight shark by shark", () => {
    const beats = tell(settle(null, fleeing), throwOf);
    expect(beats.map((beat) => beat.scene.caption)).toEqual([
      "They swim for the beach…",
      "1 shark in the water!",
      "A double fin eats 2.",
      "A double fin eats 2.",
      "4 swimmers safe on the sand.",
      "A warning sign for Ann.",
      "Ann scores 4.",
      "Ben throws 7 dice.",
    ]);
    const [bite, gone, safe] = [beats[2]!.scene, beats[3]!.scene, beats[4]!.scene];
    const victim = bite.dice.find((die) => die.id === bite.bite?.victims[0]);
    expect([victim?.face, bite.dice.find((die) => die.id === bite.bite?.shark)?.face]).toEqual([2, 2]);
    expect(gone.dice.find((die) => die.id === victim?.id)).toMatchObject({ place: "pier", eaten: true });
    expect(safe.dice.filter((die) => die.place === "sand").map((die) => die.face)).toEqual([1, 3]);
    expect(beats[6]!.scene).toMatchObject({ gain: { player: 0, points: 4, times: 1 }, scores: [14, 20, 30] });
  });

  it("is short where nothing changes, and takes no time for what is unknown", () => {
    const idle = [happened("fled", 3, 0, 0, 0), happened("fins", 1, 0, 0, 0)];
    expect(lasts(idle)).toBeLessThan(lasts(throwOf.slice(0, 2)));
    expect(lasts([happened("something new")])).toBe(0);
  });

  it("ends as the view says, with as many dice", () => {
    const beats = tell(settle(null, fleeing), throwOf);
    const end = story.after(beats.at(-1)!.scene, next);
    expect(end.dice.filter((die) => die.place === "air")).toHaveLength(7);
    expect(end.dice).toHaveLength(11);
    expect(end.dice.some((die) => die.eaten || die.red)).toBe(false);
  });

  it("knows each weather", () => {
    const told = (which: number, change: number) =>
      tell(settle(null, seen()), [happened("weather", which, change)])[1]!.scene;
    const waves = (scene: ReturnType<typeof told>) =>
      scene.dice.filter((die) => die.place === "sea" && !die.face).length;
    expect([told(0, 1), told(1, -1), told(2, 0)].map(waves)).toEqual([3, 1, 0]);
    expect(told(2, 0)).toMatchObject({ weather: "shark", event: "landed", tone: "bad" });
  });

  it("tells banking, parties and signs that go", () => {
    const told = [happened("banked", 0, 6, 16), happened("signs_back", 0, 1, 1)];
    const [banked, back] = tell(settle(null, seen()), told).map((beat) => beat.scene);
    expect(banked!.scores[0]).toBe(16);
    expect(banked!.dice.filter((die) => die.place === "sand")).toHaveLength(3);
    expect(back!.signs.filter((owner) => owner === 0)).toHaveLength(1);
    expect(tell(settle(null, seen()), [happened("party", 0, 12, 22)])[0]!.scene.party).toBe(true);
  });
});

describe("where things are", () => {
  const sizes = [
    { width: 326, short: false },
    { width: 426, short: true },
    { width: 700, short: true },
    { width: 780, short: false },
    { width: 2000, short: false },
  ];

  it.each(sizes)("keeps everything on the board at $width", (size) => {
    for (const players of [2, 6]) {
      const layout = layoutFor({ ...size, players, odds: true });
      for (const box of [layout.sky, layout.sea, layout.shore, layout.race, layout.pier, layout.bank, layout.press]) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w).toBeLessThanOrEqual(layout.w);
        expect(box.y + box.h).toBeLessThanOrEqual(layout.h);
      }
      expect(layout.lane).toBeGreaterThanOrEqual(24);
      expect(Math.min(layout.bank.h, layout.press.h, layout.bank.w)).toBeGreaterThanOrEqual(44);
      expect(laneAt(layout, players - 1).y + layout.lane).toBeLessThanOrEqual(layout.h);
    }
  });

  it.each(sizes)("has room in the sea for every throw at $width", (size) => {
    const layout = layoutFor({ ...size, players: 4, odds: false });
    for (const blue of [dice(11), dice(0, 4, 4, 3), dice(5, 2, 2, 2), dice(0, 0, 0, 0, 11)]) {
      const red = dice(1, 1, 1, 1);
      const scene = settle(null, seen({ phase: "fleeing", blue, red, blue_in_the_middle: 0 }));
      const spots = spotsOf(scene, layout);
      expect(spots.size).toBe(15);
      for (const { x, y, scale } of spots.values()) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(layout.pier.x);
        expect(y).toBeGreaterThan(layout.sea.y);
        expect(y).toBeLessThan(layout.shore.y);
        expect(scale * layout.die).toBeGreaterThanOrEqual(24);
      }
    }
  });

  it("brings the shark to its prey", () => {
    const layout = layoutFor({ width: 780, short: false, players: 3, odds: false });
    const scene = { ...settle(null, { ...fleeing, blue: dice(0, 1), red: dice(0, 1) }) };
    const [prey, shark] = [
      scene.dice.find((die) => die.place === "sea" && !die.red)!,
      scene.dice.find((die) => die.red)!,
    ];
    const spots = spotsOf({ ...scene, bite: { shark: shark.id, victims: [prey.id] } }, layout);
    expect(spots.get(shark.id)!.x).toBe(spots.get(prey.id)!.x);
  });

  it("lays many dice closer, and signs beside their owners", () => {
    const box = { x: 0, y: 0, w: 200, h: 100 };
    const many = rows([...Array(20).keys()], box, 40);
    expect(many.size).toBe(20);
    expect(many.get(0)!.scale).toBeLessThan(1);
    expect(rows([], box, 40).size).toBe(0);
    const layout = layoutFor({ width: 780, short: false, players: 3, odds: false });
    const [spare, mine] = signSpots([-1, 1], layout);
    expect(spare!.y).toBeLessThan(layout.race.y);
    expect(Math.abs(mine!.y - laneAt(layout, 1).y)).toBeLessThan(layout.lane);
  });

  it("shortens names at a place that tells them apart", () => {
    expect(shorten("Ann", 8)).toBe("Ann");
    expect(shorten("Medium bot (player 2)", 12)).toBe("Medium b… 2)");
  });
});

describe("actions and lessons", () => {
  it("finds the beach a sign is taken from", () => {
    const sign = offered("player 1", "take sign", { seat: "player 3" });
    const offers = [offered("player 1", "bank"), sign];
    expect(signsFrom(offers, "player 3")).toEqual([sign]);
    expect(signsFrom(offers, "player 2")).toEqual([]);
    expect(offersTo(offers, "bank")).toEqual([offers[0]]);
  });

  it("teaches each thing when it happens", () => {
    const offers = [offered("player 1", "bank")];
    const due = (now: Partial<Parameters<(typeof lessons)[number]["when"]>[0]>) =>
      lessons
        .filter((lesson) => lesson.when({ view: seen(), offers: [], happened: [], prompt: "", over: false, ...now }))
        .map((one) => one.id);
    expect(due({})).toEqual([]);
    expect(due({ offers })).toEqual(["swimmers", "choice", "race", "signs"]);
    expect(due({ happened: [happened("weather", 2)] })).toEqual(["shark"]);
    expect(due({ happened: [happened("weather", 0, 1)] })).toEqual(["weather"]);
    expect(due({ happened: [happened("ate", 1, 1)] })).toEqual(["bite"]);
    expect(due({ happened: [happened("ashore", 0, 9, 9, 3)] })).toEqual(["triple"]);
    expect(due({ offers, view: seen({ phase: "sign" }) })).toEqual(["choose-sign"]);
    expect(due({ over: true })).toEqual(["end"]);
  });
});
