/** All English on this board. */
import type { Weather } from "./scene";

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const FINS = ["", "A single fin", "A double fin", "A triple fin"];

export const words = {
  board: "Beach, sea and dice",
  overlay: "Forecast: the odds of pressing on",

  told: {
    begins: (name: string) => `${name} begins.`,
    turn: (name: string, dice: number) => `${name} throws ${count(dice, "die", "dice")}.`,
    entered: (swimmers: number, waves: number) =>
      `${count(swimmers, "swimmer")} in the water, ${waves ? count(waves, "wave") : "no wave left"}.`,
    event: "What will the day bring?",
    weather: (weather: Weather, change: number) => {
      if (weather === "shark") return "Shark! Everybody out!";
      if (weather === "rain") return "Rain: one wave goes.";
      return change ? "Sun: one more die." : "Sun, but no die is left.";
    },
    banked: (name: string, points: number) => `${name} banks ${count(points, "point")}.`,
    party: (name: string, points: number) => `Beach Party! ${name} scores ${points}.`,
    nobody: "A shark, and nobody there to eat.",
    fled: "They swim for the beach…",
    fins: (ones: number, twos: number, threes: number) => {
      const sharks = ones + twos + threes;
      return sharks ? `${count(sharks, "shark")} in the water!` : "No fin in sight.";
    },
    ate: (fins: number, meal: number[]) => `${FINS[fins] ?? "A shark"} eats ${meal.join(" + ")}.`,
    escaped: (points: number) => `${count(points, "swimmer")} safe on the sand.`,
    signUp: (name: string, from: string) =>
      from ? `${name} takes a sign from ${from}.` : `A warning sign for ${name}.`,
    signsBack: (name: string, signs: number) => `${name} gives back ${count(signs, "sign")}.`,
    ashore: (name: string, points: number, times: number) =>
      times > 1 ? `Nobody bitten, ×${times}! ${name} scores ${points}.` : `${name} scores ${points}.`,
    won: (name: string, score: number) => `${name} wins with ${score} points!`,
  },

  idle: {
    sea: (name: string, swimmers: number, waves: number) =>
      `${name}: ${count(swimmers, "swimmer")}, ${count(waves, "wave")}`,
    sign: (signs: number) => `Whose sign? ${count(signs, "sign")} to take`,
    over: (name: string, score: number) => `${name} wins with ${score} points`,
  },

  bank: {
    title: (points: number) => `Bank ${points}`,
    note: (signs: number) => (signs ? "a sign goes back" : "the turn ends"),
    text: (signs: number) =>
      `Everybody ashore: the points are yours${signs ? ", and one of your warning signs goes back" : ""}.`,
  },
  press: {
    title: "Press on",
    note: (waves: number) => `roll ${count(waves, "wave")}`,
    text: "Sun brings a die, rain takes a wave, then all waves are rolled. A shark sends everybody swimming for the beach.",
  },
  waiting: (name: string) => `${name} decides now.`,
  yours: (name: string) => `${name}'s beach`,

  die: {
    wave: "Wave",
    waveText:
      "Nobody swims here yet. Pressing on rolls it again. No wave left: Beach Party, all swimmers count double.",
    swimmers: (face: number) => count(face, "swimmer"),
    swimmersText: (face: number) => `${count(face, "point")} when banked. Stays as it is until a shark comes.`,
    fleeing: "Still in the water: rolled again with the sharks.",
    air: "A die in the air",
    airText: "In a moment it shows a wave or 1, 2 or 3 swimmers.",
    sand: (face: number) => (face > 0 ? `${count(face, "swimmer")} ashore` : "Swimmers ashore"),
    sandText: "Safe: nothing can happen to them any more.",
    calm: "Calm water",
    calmText: "This shark shows no fin: it eats nobody in this throw.",
    fins: (face: number) => count(face, "fin"),
    finsText: (face: number) =>
      `Hungry for ${face}. It takes just that if it can, else what comes closest. Three fins bite first, one fin last.`,
  },

  event: "Event die",
  eventText: {
    fair: "In the air: sun, rain or shark?",
    sun: "Sun: a die came in if there was one, then the waves are rolled.",
    rain: "Rain: one wave went, then the others are rolled.",
    shark: "Shark: everybody flees.",
  },

  pier: (dice: number) => `${count(dice, "blue die", "blue dice")} on the pier`,
  pierText: "Nobody uses them now. Sun brings one into the sea.",
  rack: (signs: number) => `${count(signs, "spare sign")}`,
  rackText: "Each eaten die brings a warning sign to the beach. With none left here it comes from another beach.",

  planted: (name: string, signs: number) => `${name}'s beach: ${count(signs, "warning sign")}`,
  plantedText: "Each sign costs a die at the start of a turn. Banking takes one away, a Beach Party two.",

  lane: {
    title: (name: string, score: number, target: number, signs: number) =>
      `${name}: ${score} of ${target} points, ${count(signs, "sign")}`,
    text: (target: number) => `Whoever rolls the towel out to ${target} wins at once.`,
    first: "The next sign for an eaten die comes from one of these beaches.",
  },
  gain: (points: number, times: number) => (times > 1 ? `+${points} (×${times})` : `+${points}`),
  safe: (points: number) => `${points} safe`,

  forecast: {
    title: "Forecast",
    text: "What pressing on may bring, calculated exactly.",
    sun: "+1 die",
    rain: "−1 wave",
    shark: "flight",
    party: (chance: string) => `Beach Party ×2: ${chance}`,
    safe: (chance: string) => `nobody bitten ${chance}`,
    flight: (points: string, signs: string) => `on average ${points} points, ${signs} signs`,
    flightShort: (points: string, signs: string) => `avg. ${points} points, ${signs} signs`,
    bank: (points: number) => `Bank: ${points} for sure`,
  },
};
