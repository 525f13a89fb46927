/** The guided first game: as the shark, which sees all of its own things and learns what hides from it. */
import type { Lesson } from "../contract";
import type { View } from "./view";

type Now = Parameters<Lesson<View>["when"]>[0];
const offered = ({ offers }: Now, ...verbs: string[]) => offers.some(({ verb }) => verbs.includes(verb));
const told = ({ happened }: Now, kind: string) => happened.some((event) => event.kind === kind);

export const lessons: Lesson<View>[] = [
  {
    id: "forest",
    when: ({ view }) => view.round >= 1,
    title: "Somewhere in here",
    text: "Nine blocks stand in the forest. One is the octopus; you see only their backs. Find it and strike before your hunger track fills up.",
    at: '[data-zone="4"]',
  },
  {
    id: "shown",
    when: (now) => told(now, "shown") && now.view.turn === "octopus",
    title: "It pays by revealing",
    text: "The octopus pays for its cards by revealing blocks. You know what lies open, until it stands up or moves.",
    at: '[data-part="octopus"]',
  },
  {
    id: "dice",
    when: (now) => offered(now, "swim", "current"),
    title: "Your dice",
    text: "Each turn dice are drawn from your bag. Blue make currents, yellow search, red strike. What is left becomes energy.",
    at: '[data-part="pool"]',
  },
  {
    id: "currents",
    when: (now) => offered(now, "current"),
    title: "Lay a current",
    text: "Pick up a blue die and put it on any empty space. Currents carry you further and help you grow.",
    at: '[data-part="pool"]',
  },
  {
    id: "swim",
    when: (now) => offered(now, "swim"),
    title: "You must swim",
    text: "The shark swims the way it faces; at crossings you choose. From where it stops it reaches the zones beside it.",
    at: ".space.ahead",
  },
  {
    id: "search",
    when: (now) => offered(now, "search"),
    title: "Look under a block",
    text: "A yellow die uncovers a block beside you, if it shows at least the number in the zone's corner.",
    at: '[data-part="pool"]',
  },
  {
    id: "strike",
    when: (now) => offered(now, "strike"),
    title: "Strike",
    text: "A red die attacks a block. If it is the octopus, you face each other. Each strike puts a die on your hunger track, so choose well.",
    at: '[data-part="hunger"]',
  },
  {
    id: "trap",
    when: (now) => told(now, "springs"),
    title: "A trap",
    text: "Some blocks bite back. This one helps the octopus now, but you know where it lies.",
  },
  {
    id: "energy",
    when: (now) => offered(now, "buy", "replace"),
    title: "Spend your energy",
    text: "Stored pips buy cards, and each card brings new dice into your bag. Every purchase puts one die on your hunger track.",
    at: '[data-part="market"]',
  },
  {
    id: "confrontation",
    when: (now) => offered(now, "choose"),
    title: "Face to face",
    text: "Guess how it will try to escape. If you are right, you win. If not, that way out is gone, and next time it has fewer.",
    at: '[data-part="confrontation"]',
  },
  {
    id: "over",
    when: ({ over }) => over,
    title: "All secrets are revealed",
    text: "See where it was all along. Then try the other side: hide, learn and eat as the octopus.",
  },
];
