/** The picture of one instant, and what each beat changes in it. */
import type { Story } from "../kit/story.svelte";
import { beatsOf, type Beat, type Kind } from "./beats";
import { at, deal, layAsSeen, toSand, wantFaces, type Die } from "./dice";
import { moveSign, ownSigns } from "./signs";
import type { View } from "./view";
import { words } from "./words";

export type Weather = "fair" | "sun" | "rain" | "shark";
export type Tone = "plain" | "good" | "bad";

export interface Bite {
  shark: number; // the red die
  victims: number[]; // the blue ones
}

export interface Scene {
  player: number;
  deciding: boolean; // the player may bank or press on
  saved: number; // points on the sand
  scores: number[];
  signs: number[]; // each sign's owner; -1: nobody's
  dice: Die[];
  weather: Weather;
  event: "home" | "rolling" | "landed" | "kept"; // the event die
  caption: string;
  tone: Tone;
  bite: Bite | null;
  gain: { player: number; points: number; times: number } | null;
  party: boolean;
  winner: number | null;
}

/** The table as a view shows it, with everything kept where it was if it may stay there. */
export function settle(before: Scene | null, view: View): Scene {
  const flight = view.phase === "fleeing" || view.phase === "sign";
  const over = view.phase === "over";
  const same = before?.player === view.player;
  return {
    player: view.player,
    deciding: view.phase === "beach",
    saved: view.escaped,
    scores: view.beaches.map((beach) => beach.score),
    signs: ownSigns(before?.signs ?? [], view.beaches, view.signs_in_the_middle),
    dice: layAsSeen(before?.dice ?? [], view),
    weather: over ? "sun" : flight ? "shark" : same ? before.weather : "fair",
    event: over || view.phase === "beach" || !same || before.event === "home" ? "home" : "kept",
    caption: "",
    tone: "plain",
    bite: null,
    gain: null,
    party: false,
    winner: over ? view.player : null,
  };
}

/** What remains when a step is told: the view, and the last words said. */
function after(last: Scene, view: View): Scene {
  return { ...settle(last, view), caption: view.phase === "sign" ? "" : last.caption, tone: last.tone };
}

/** The picture of a beat has nothing of the one before but what lies where. */
const QUIET = { deciding: false, bite: null, gain: null, party: false, tone: "plain" } as const;
const WEATHERS: Weather[] = ["sun", "rain", "shark"];

type Change = (scene: Scene, details: Beat["details"], name: (seat: number) => string) => Partial<Scene>;

/** How the story is told to somebody who calls the players by these names. */
export const storyFor = (name: (seat: number) => string): Story<View, Scene, Beat> => ({
  beats: beatsOf,
  still: (view, before) => settle(before, view),
  during: (scene, { kind, details }) => ({ ...scene, ...QUIET, ...CHANGES[kind](scene, details, name) }),
  after,
});

const CHANGES: Record<Kind, Change> = {
  begins: (_, [player], name) => ({ player, caption: words.told.begins(name(player)) }),

  turn(scene, [player, dice], name) {
    const home = deal(scene.dice, true, []);
    const thrown = deal(home, false, [{ place: "air", count: dice }], ["pier", "sand", "sea", "air"]);
    const caption = words.told.turn(name(player), dice);
    return { player, saved: 0, dice: thrown, weather: "fair", event: "home", caption };
  },

  entered: (scene, [waves, ones, twos, threes]) => ({
    dice: deal(scene.dice, false, wantFaces(waves, ones, twos, threes)),
    caption: words.told.entered(ones + 2 * twos + 3 * threes, waves),
  }),

  "event die": () => ({ event: "rolling", caption: words.told.event }),

  weather(scene, [which, change]) {
    const weather = WEATHERS[which] ?? "fair";
    const tone = weather === "shark" ? "bad" : "plain";
    const caption = words.told.weather(weather, change);
    return { weather, event: "landed", dice: afterWeather(scene, weather, change), tone, caption };
  },

  banked: (scene, [player, points, score], name) => ({
    dice: toSand(scene.dice),
    ...gaining(scene, player, points, score, 1),
    caption: words.told.banked(name(player), points),
  }),

  party: (scene, [player, points, score], name) => ({
    dice: toSand(scene.dice),
    ...gaining(scene, player, points, score, 1),
    party: true,
    caption: words.told.party(name(player), points),
  }),

  "nobody there": () => ({ caption: words.told.nobody }),

  fled(scene, [waves, ones, twos, threes]) {
    const safe = scene.dice.filter((die) => !die.red && die.place === "sand").length;
    const wants = [{ place: "sand" as const, count: safe }, ...wantFaces(waves, ones, twos, threes)];
    const dice = deal(scene.dice, false, wants, ["air", "sea", "pier", "sand"]);
    return { weather: "shark", dice, caption: words.told.fled };
  },

  fins(scene, [waves, ones, twos, threes]) {
    const fresh = scene.dice.map((die) => ({ ...die, fed: false }));
    const dice = deal(fresh, true, wantFaces(waves, ones, twos, threes));
    const tone = ones + twos + threes ? "bad" : "plain";
    return { dice, tone, caption: words.told.fins(ones, twos, threes) };
  },

  bite(scene, details) {
    const { shark, victims } = mealOf(scene, details);
    const faces = victims.map((die) => die.face);
    const bite = { shark: shark?.id ?? -1, victims: victims.map((die) => die.id) };
    return { tone: "bad", caption: words.told.ate(details[0], faces), bite };
  },

  eaten(scene, details) {
    const { shark, victims } = mealOf(scene, details);
    const dice = scene.dice.map((die) => {
      if (victims.includes(die)) return { ...at(die, "pier"), eaten: true };
      return die === shark ? { ...die, fed: true } : die;
    });
    return { dice, tone: "bad" };
  },

  escaped: (scene, [points, , saved]) => ({
    dice: toSand(scene.dice),
    saved,
    tone: "good",
    caption: words.told.escaped(points),
  }),

  "sign up": (scene, [player, from], name) => ({
    signs: moveSign(scene.signs, from, player),
    tone: "bad",
    caption: words.told.signUp(name(player), from < 0 ? "" : name(from)),
  }),

  "signs back"(scene, [player, count], name) {
    let signs = scene.signs;
    for (let gone = 0; gone < count; gone++) signs = moveSign(signs, player, -1);
    return { signs, tone: "good", caption: words.told.signsBack(name(player), count) };
  },

  ashore: (scene, [player, points, score, times], name) => ({
    ...gaining(scene, player, points, score, times),
    party: times > 1,
    caption: words.told.ashore(name(player), points, times),
  }),

  won: (_, [player, score], name) => ({
    winner: player,
    party: true,
    tone: "good",
    caption: words.told.won(name(player), score),
  }),
};

/** The shark that bites with so many fins, and the dice it eats. */
function mealOf({ dice }: Scene, [fins, ones, twos, threes]: Beat["details"]): { shark?: Die; victims: Die[] } {
  const swim = dice.filter((die) => !die.red && die.place === "sea");
  return {
    shark: dice.find((die) => die.red && die.face === fins && !die.fed),
    victims: [ones, twos, threes].flatMap((count, face) => swim.filter((die) => die.face === face + 1).slice(0, count)),
  };
}

/** Sun brings a die from the pier, rain takes a wave there, before a shark all waves go. */
function afterWeather(scene: Scene, weather: Weather, change: number): Die[] {
  const waves = scene.dice.filter((die) => !die.red && die.place === "sea" && die.face === 0);
  const going = weather === "shark" ? waves : waves.slice(0, Math.max(0, -change));
  const coming = change > 0 ? scene.dice.find((die) => !die.red && die.place === "pier") : undefined;
  return scene.dice.map((die) => {
    if (going.includes(die)) return at(die, "pier");
    return die === coming ? at(die, "sea", 0) : die;
  });
}

const gaining = (scene: Scene, player: number, points: number, score: number, times: number): Partial<Scene> => ({
  scores: scene.scores.with(player, score),
  gain: { player, points, times },
  tone: "good",
});
