/** The guided first game: the shark's, through both acts; whoever sits with the crew learns its ways. */
import type { Lesson } from "../contract";
import type { View } from "./view";

type Now = Parameters<Lesson<View>["when"]>[0];
const offered = (now: Now, wanted: string) => now.offers.some(({ verb }) => verb === wanted);
const heard = (now: Now, kind: string) => now.happened.some((event) => event.kind === kind);
const isShark = (now: Now) => now.offers.some((offer) => offer.seat === "shark");
const isCrew = (now: Now) => now.offers.some((offer) => offer.seat !== "shark");

export const lessons: Lesson<View>[] = [
  {
    id: "lurk",
    when: (now) => offered(now, "lurk"),
    title: "You are the shark",
    text: "Choose the water where you begin. The crew sees only fog: nobody but you knows where you are.",
    at: '[data-spot="water 4"]',
  },
  {
    id: "plan",
    when: (now) => now.view.phase === "shark turn" && isShark(now),
    title: "Plan unseen",
    text: "Spend your actions: swim to water that glows, or eat a swimmer where you are. You can take everything back until you end your turn.",
    at: '[data-spot="shark"]',
  },
  {
    id: "swimmers",
    when: (now) => offered(now, "eat"),
    title: "Dinner",
    text: "Tap the swimmers to eat one. When the track is full this act ends; the more you have eaten, the more ability cards you get in the next.",
    at: '[data-spot^="swimmers"].can',
  },
  {
    id: "tokens",
    when: (now) => now.view.round > 1 && offered(now, "play"),
    title: "Power tokens",
    text: "Four tricks, each to be used once. The crew hears that you used one, but not which.",
    at: '[data-spot="token speed burst"]',
  },
  {
    id: "announce",
    when: (now) =>
      heard(now, "shark_done") ||
      (isShark(now) && offered(now, "end turn") && (now.view.island?.shark?.actions ?? 1) === 0),
    title: "What the crew hears",
    text: "Only where you ate, which floating barrels you passed, and that a token was played. The deduction map shows what follows from it.",
  },
  {
    id: "barrels",
    when: (now) => heard(now, "launched"),
    title: "Barrels",
    text: "A barrel that misses floats and listens: swim around it. If two hit you, the hunt is over.",
    at: '[data-spot^="floating"]',
  },
  {
    id: "search",
    when: (now) => heard(now, "looked") || heard(now, "fished"),
    title: "They are searching",
    text: "Binoculars watch one beach; the fish finder hears you in Hooper's space or beside it. Keep moving.",
  },
  {
    id: "crew",
    when: (now) => now.view.phase === "crew turn" && isCrew(now),
    title: "Your crew",
    text: "Everybody has a few actions a round. Tap a boat or a name to choose who goes, then a glowing space, swimmer or barrel.",
    at: '[data-spot="sailor quint"]',
  },
  {
    id: "launch",
    when: (now) => offered(now, "launch"),
    title: "Launch a barrel",
    text: "Quint throws one a round into his space or one beside it. A hit counts; a miss leaves a sensor.",
    at: '[data-spot^="mark"]',
  },
  {
    id: "orca",
    when: (now) => now.view.act === 2 && now.view.phase !== "over",
    title: "The fight at the boat",
    text: "The crew is aboard the Orca. The shark wins by sinking it plank by plank, or by leaving nobody alive.",
  },
  {
    id: "dive",
    when: (now) => offered(now, "resurface"),
    title: "Where do you come up?",
    text: "Pick A, B or C, unseen: a place, how many hits you evade, how many dice you roll. The crew must guess.",
    at: '[data-spot="option A"]',
  },
  {
    id: "ability",
    when: (now) => offered(now, "no ability"),
    title: "A card under the token",
    text: "An ability makes this round stronger. Each card is used once.",
    at: '[data-spot^="ability"]',
  },
  {
    id: "bite",
    when: (now) => offered(now, "attack boat"),
    title: "Bite",
    text: "The number beside the crack is the hits that damage a boat space; beside the cross, those that destroy it. Whoever stands there falls in.",
    at: '[data-spot^="boat"].can',
  },
  {
    id: "prepare",
    when: (now) => now.view.phase === "crew prepares" && isCrew(now),
    title: "Get ready",
    text: "Everybody moves, picks a weapon and targets a zone. Letters show where the shark may come up.",
    at: '[data-spot^="boat"].can',
  },
];
