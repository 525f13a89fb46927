/** What happened in a step, told as pictures one after the other: shark by shark, sign by sign. */
import type { Happened } from "../../lib/types";
import { at, deal, moveSign, settle, wantFaces, type Scene, type View, type Weather } from "./scene";
import { words } from "./words";

export interface Beat {
  scene: Scene;
  ms: number;
}

type Details = Happened["details"];
type Telling = (scene: Scene, details: Details, names: string[]) => Beat[];

const WEATHERS: Weather[] = ["sun", "rain", "shark"];
const quiet = { bite: null, gain: null, party: false } as const;

/** How long each kind of event is looked at, in all its pictures. */
const TIMES: Record<string, number[]> = {
  begins: [700],
  turn: [650],
  entered: [1000],
  weather: [650, 750],
  banked: [1100],
  party: [1700],
  nobody_there: [900],
  fled: [650],
  fins: [800],
  ate: [850, 250],
  escaped: [800],
  sign_up: [450],
  signs_back: [450],
  ashore: [1200],
  won: [1400],
};

const IDLE = 0.5; // of the time, for a throw in which everybody stays in the water

/** A flight often ends with throws that change nothing. */
const haste = (happened: Happened[]): number =>
  happened.some(({ kind, details: [, ones, twos, threes] }) => kind === "fled" && !(ones + twos + threes)) ? IDLE : 1;

export function lasts(happened: Happened[]): number {
  const times = happened.flatMap(({ kind }) => TIMES[kind] ?? []);
  return times.reduce((sum, ms) => sum + ms, 0) * haste(happened);
}

/** The beats of a step, from the picture before it; after them the table stands as the view says. */
export function tell(before: Scene, happened: Happened[], names: string[]): Beat[] {
  const beats: Beat[] = [];
  let scene: Scene = { ...before, ...quiet, deciding: false, caption: "", tone: "plain" };
  for (const { kind, details } of happened) {
    const told = TELLINGS[kind]?.({ ...scene, ...quiet, tone: "plain" }, details, names) ?? [];
    beats.push(...told.map(({ scene, ms }) => ({ scene, ms: ms * haste(happened) })));
    scene = told.at(-1)?.scene ?? scene;
  }
  return beats;
}

/** What remains when a step is told: the view, and the last words said. */
export function after(last: Scene, view: View): Scene {
  return { ...settle(last, view), caption: view.phase === "sign" ? "" : last.caption, tone: last.tone };
}

const beats = (kind: string, ...scenes: Scene[]): Beat[] =>
  scenes.map((scene, place) => ({ scene, ms: TIMES[kind]?.[place] ?? 0 }));

const TELLINGS: Record<string, Telling> = {
  begins: (scene, [player], names) =>
    beats("begins", { ...scene, player, caption: words.told.begins(nameOf(names, player)) }),

  turn(scene, [player, dice], names) {
    const thrown = deal(deal(scene.dice, true, []), false, [{ place: "air", count: dice }], ["pier", "sand", "sea", "air"]);
    const caption = words.told.turn(nameOf(names, player), dice);
    return beats("turn", { ...scene, player, saved: 0, dice: thrown, weather: "fair", event: "home", caption });
  },

  entered(scene, [waves, ones, twos, threes]) {
    const dice = deal(scene.dice, false, wantFaces(waves, ones, twos, threes));
    return beats("entered", { ...scene, dice, caption: words.told.entered(ones + 2 * twos + 3 * threes, waves) });
  },

  weather(scene, [which, change]) {
    const weather = WEATHERS[which] ?? "fair";
    const rolling: Scene = { ...scene, event: "rolling", caption: words.told.event };
    const tone = weather === "shark" ? "bad" : "plain";
    const dice = afterWeather(scene, weather, change);
    return beats("weather", rolling, {
      ...scene,
      weather,
      event: "landed",
      dice,
      tone,
      caption: words.told.weather(weather, change),
    });
  },

  banked: (scene, [player, points, score], names) =>
    beats("banked", gaining(toSand(scene), player, points, score, 1, words.told.banked(nameOf(names, player), points))),

  party(scene, [player, points, score], names) {
    const caption = words.told.party(nameOf(names, player), points);
    return beats("party", { ...gaining(toSand(scene), player, points, score, 1, caption), party: true });
  },

  nobody_there: (scene) => beats("nobody_there", { ...scene, caption: words.told.nobody }),

  fled(scene, [waves, ones, twos, threes]) {
    const safe = scene.dice.filter((die) => !die.red && die.place === "sand").length;
    const wants = [{ place: "sand" as const, count: safe }, ...wantFaces(waves, ones, twos, threes)];
    const dice = deal(scene.dice, false, wants, ["air", "sea", "pier", "sand"]);
    return beats("fled", { ...scene, weather: "shark", dice, caption: words.told.fled });
  },

  fins(scene, [waves, ones, twos, threes]) {
    const fresh = scene.dice.map((die) => ({ ...die, fed: false }));
    const dice = deal(fresh, true, wantFaces(waves, ones, twos, threes));
    const tone = ones + twos + threes ? "bad" : "plain";
    return beats("fins", { ...scene, dice, tone, caption: words.told.fins(ones, twos, threes) });
  },

  ate(scene, [fins, ones, twos, threes]) {
    const shark = scene.dice.find((die) => die.red && die.face === fins && !die.fed);
    const victims = [ones, twos, threes].flatMap((count, face) =>
      scene.dice.filter((die) => !die.red && die.place === "sea" && die.face === face + 1).slice(0, count),
    );
    const eaten = new Set(victims.map((die) => die.id));
    const caption = words.told.ate(fins, victims.map((die) => die.face));
    const biting: Scene = { ...scene, tone: "bad", caption, bite: { shark: shark?.id ?? -1, victims: [...eaten] } };
    const dice = scene.dice.map((die) =>
      eaten.has(die.id) ? { ...at(die, "pier"), eaten: true } : die === shark ? { ...die, fed: true } : die,
    );
    return beats("ate", biting, { ...scene, dice, tone: "bad", caption });
  },

  escaped: (scene, [points, , saved]) =>
    beats("escaped", { ...toSand(scene), saved, tone: "good", caption: words.told.escaped(points) }),

  sign_up(scene, [player, from], names) {
    const caption = words.told.signUp(nameOf(names, player), from < 0 ? "" : nameOf(names, from));
    return beats("sign_up", { ...scene, signs: moveSign(scene.signs, from, player), tone: "bad", caption });
  },

  signs_back(scene, [player, count], names) {
    let signs = scene.signs;
    for (let gone = 0; gone < count; gone++) signs = moveSign(signs, player, -1);
    return beats("signs_back", { ...scene, signs, tone: "good", caption: words.told.signsBack(nameOf(names, player), count) });
  },

  ashore(scene, [player, points, score, times], names) {
    const caption = words.told.ashore(nameOf(names, player), points, times);
    return beats("ashore", { ...gaining(scene, player, points, score, times, caption), party: times > 1 });
  },

  won: (scene, [player, score], names) =>
    beats("won", { ...scene, winner: player, party: true, tone: "good", caption: words.told.won(nameOf(names, player), score) }),
};

const nameOf = (names: string[], seat: number) => names[seat] ?? "";

/** Sun brings a die from the pier, rain takes a wave there, before a shark all waves go. */
function afterWeather(scene: Scene, weather: Weather, change: number): Scene["dice"] {
  const waves = scene.dice.filter((die) => !die.red && die.place === "sea" && die.face === 0);
  const going = new Set((weather === "shark" ? waves : waves.slice(0, Math.max(0, -change))).map((die) => die.id));
  const coming = change > 0 ? scene.dice.find((die) => !die.red && die.place === "pier") : undefined;
  return scene.dice.map((die) => {
    if (going.has(die.id)) return at(die, "pier");
    return die === coming ? at(die, "sea", 0) : die;
  });
}

/** Everybody who swims gets out of the water. */
function toSand(scene: Scene): Scene {
  const dice = scene.dice.map((die) =>
    !die.red && die.place === "sea" && die.face > 0 ? at(die, "sand") : die,
  );
  return { ...scene, dice };
}

function gaining(scene: Scene, player: number, points: number, score: number, times: number, caption: string): Scene {
  const scores = scene.scores.with(player, score);
  return { ...scene, scores, gain: { player, points, times }, tone: "good", caption };
}
