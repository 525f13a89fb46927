/** All English of this board. What the server says itself (labels, prompts, the log) is not here. */
import type { Ground } from "./forest";

export const groundWords: Record<Ground, string> = { rocky: "rocks", kelp: "kelp", exposed: "open sand" };

export const blockWords: Record<string, string> = {
  octopus: "The octopus itself. If a red die hits it, shark and octopus face each other.",
  shell: "An empty shell. It pays for cards, and it is one block more to look under.",
  "double shell": "Turned over for a cost it pays twice.",
  "current trap": "A trap. If the shark uncovers it, the octopus may take a current off the board.",
  "currents trap": "A trap. If the shark uncovers it, the octopus may take two currents off the board.",
  "hide trap": "A trap. If the shark uncovers it, the octopus may stand up other blocks.",
  "den trap": "A trap. If the shark uncovers it, the octopus sends the shark to a den.",
  crab: "Food. Eaten and used it makes the hand larger for good.",
  snail: "Food. Eaten and used it brings any card of the octopus's piles to its hand.",
  lobster: "Food. Eaten and used it stands up all blocks.",
  abalone: "Food. Eaten and used it teaches up to three things.",
};

export interface CardWords {
  picture: "learn" | "hide" | "swap" | "shuffle" | "eat";
  cost: number;
  short: string;
  text: string;
}

const eats = (food: string): CardWords => ({
  picture: "eat",
  cost: 0,
  short: "eat",
  text: `The ${food} must be beside the octopus, not diagonally. Both are shown, and a shell takes its place.`,
});

/** As in the box; a table with house rules may have other numbers, which are in the offers. */
export const cardWords: Record<string, CardWords> = {
  "Fast Learning": { picture: "learn", cost: 2, short: "learn 2", text: "Learn two things: cards of the piles, or blocks from beside the forest." },
  "Nimble Dodge": { picture: "swap", cost: 1, short: "swap", text: "Two blocks side by side change places." },
  "Stirred Sand": { picture: "shuffle", cost: 1, short: "shuffle 3", text: "Three standing blocks go into a bag. The shark says where each comes back." },
  "Blend In": { picture: "hide", cost: 0, short: "hide 2", text: "Two lying blocks stand up." },
  "Sharp Senses": { picture: "learn", cost: 1, short: "learn 1", text: "Learn one thing; a card goes straight to the hand." },
  "Problem Solving": { picture: "learn", cost: 1, short: "learn 2", text: "Learn two things." },
  Adaptation: { picture: "learn", cost: 1, short: "learn 1, trash", text: "Learn one thing, then get rid of a card or not." },
  "Perfect Disguise": { picture: "hide", cost: 0, short: "hide 4", text: "Up to four lying blocks stand up." },
  "Shed Skin": { picture: "hide", cost: 0, short: "hide 3, trash", text: "Up to three lying blocks stand up, then get rid of a card or not." },
  "Second Wind": { picture: "hide", cost: 0, short: "hide 2, draw", text: "Up to two lying blocks stand up, then draw a card." },
  "Taking Chances": { picture: "shuffle", cost: 1, short: "middle + 3", text: "The block in the middle is shuffled with three standing ones." },
  "Cloud of Ink": { picture: "shuffle", cost: 3, short: "shuffle 5", text: "Any five blocks are shuffled, standing or lying. All come back standing." },
  "Sudden Evasion": { picture: "swap", cost: 2, short: "swap twice", text: "Two swaps, also of the same block." },
  "Eat Crab": eats("crab"),
  "Eat Snail": eats("snail"),
  "Eat Lobster": eats("lobster"),
  "Eat Abalone": eats("abalone"),
};

export const sharkCardWords: Record<string, [short: string, text: string]> = {
  aggressive: ["dice only", "Only the two red dice."],
  agile: ["turn round", "Before the move: turn round."],
  daring: ["red to 6", "Before the move: one die goes to the hunger track, a red one turns to 6."],
  hostile: ["one escape less", "A random pair of escape cards leaves the game."],
  hungry: ["one more die", "Draw and roll one die more."],
  observant: ["ignore a trap", "When a trap is uncovered: it does nothing."],
  reactive: ["choose a die", "Before rolling: put two dice back and take one of your choice."],
  relentless: ["reroll 1 or 2", "Before the move: roll one or two dice again."],
  ruthless: ["die +2", "Before the move: a die shows two more."],
  swift: ["one space more", "One space more, before or after the move."],
  vigilant: ["keep a die", "After rolling: keep a die as it is for a later turn."],
};

export const colourWords: Record<string, string> = {
  blue: "Blue dice become currents: they carry the shark, and show where it may go.",
  yellow: "Yellow dice search: they uncover a standing block.",
  red: "Red dice strike: they attack what is under a block, then go to the hunger track.",
};

export const tileWords: Record<string, [short: string, text: string]> = {
  reroll: ["reroll", "each turn a die of the pool may be rolled again"],
  exchange: ["swap die", "each turn a die of the pool may change places with a stored one"],
  draw: ["3 dice", "each turn one die more is drawn"],
};

export const escapeWords: Record<string, { octopus: string; shark: string }> = {
  fight: { octopus: "You send the shark to a den and hide.", shark: "It would send you to a den and hide." },
  flight: { octopus: "You hide and are shuffled with others.", shark: "It would hide and be shuffled with others." },
  flinch: { octopus: "You hide, and two blocks with you.", shark: "It would hide, and two blocks with it." },
};

export const pileWords: Record<string, string> = {
  learn: "Cards that teach.",
  hide: "Cards that hide.",
  move: "Cards that move blocks.",
  eat: "Cards to eat with. Each brings its food into the forest.",
};

const dice = (number: number) => `${number} ${number === 1 ? "die" : "dice"}`;
const cards = (number: number) => `${number} ${number === 1 ? "card" : "cards"}`;
export const counted = (things: Record<string, number>) =>
  Object.entries(things)
    .map(([name, number]) => (number > 1 ? `${name} ×${number}` : name))
    .join(", ");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const words = {
  capital,
  board: "The kelp forest",
  round: (round: number) => (round ? `Round ${round}` : "Setting up"),
  zone: (zone: number, what: Ground) => `Zone ${zone}, ${groundWords[what]}`,
  standing: "A standing block. Only the octopus knows what it is.",
  standingMine: (block: string) => `Your ${block}, standing: the shark cannot see it.`,
  lying: (block: string) => `A lying ${block}, open to all.`,
  inBag: "Its block is in the bag.",
  value: (value: number) => `The shark needs a die of ${value} or more here.`,
  inReach: "The shark can reach it from where it is.",
  space: (name: string) => (name.startsWith("d") ? `Den ${name}` : `Space ${name}`),
  spaceEmpty: "A space of the shark's path.",
  spaceAhead: "The shark can swim here next.",
  denEmpty: "A den: the shark can be sent here, and it reaches only this corner.",
  current: (pips: number) =>
    `A current of ${pips}. The shark swims over it and further, over several if each shows fewer pips; it never stops on one.`,
  shark: "The shark. It leaves by the end it faces, and reaches the zones beside it.",
  swap: (a: number, b: number) => `Swap zones ${a} and ${b}`,
  hunger: "Hunger",
  hungerText: (number: number, all: number) =>
    `${dice(number)} of ${all}. Every strike and every purchase puts one here. When it is full, the octopus has won.`,
  food: "Food",
  foodText: (number: number, all: number) => `${number} of ${all} eaten. With ${all} the octopus has won.`,
  foodSlot: "Not eaten yet",
  foodUsed: (text: string) => `${text} Its power is used.`,
  escapes: "Escapes",
  escapeGone: "This escape is used up.",
  octopus: "Octopus",
  sharkName: "Shark",
  actions: (number: number) => `${number} ${number === 1 ? "action" : "actions"} left`,
  toPay: (number: number) => `${number} to pay: turn over standing blocks`,
  hand: "Hand",
  handText: (number: number, size: number) => `${cards(number)}, at most ${size}. Only the octopus sees them.`,
  handOf: (number: number, size: number) => `${number} of ${size}`,
  handEmpty: "empty",
  cost: (cost: number) => (cost ? `It costs ${cost}: turn over that many standing blocks.` : "It costs nothing."),
  notNow: "It cannot be played now.",
  discardIt: "Discard",
  draw: "Draw pile",
  drawText: (number: number) => `${cards(number)}. To draw is an action: up to the size of the hand.`,
  discard: "Discard",
  discardText: (pile: string) => (pile ? `${pile}. It becomes the draw pile when that is empty.` : "Empty."),
  played: "Played",
  playedText: (pile: string) => `${pile}. It goes to the discard pile at the end of the turn.`,
  trash: "Gone",
  trashText: (pile: string) => `Out of the game: ${pile}.`,
  pulled: (block: string) => `Out of the bag comes: ${block}`,
  pulledUnseen: "A block comes out of the bag",
  learnable: "To learn",
  pile: (name: string) => `Pile: ${name}`,
  below: (number: number) => `${number} more below.`,
  pileEmpty: "No card left.",
  aside: "Beside the forest",
  asideText: "It can be learned: it enters lying, in the place of a lying block.",
  asideFood: "It comes with its Eat card.",
  pool: "Pool",
  poolEmpty: "no dice",
  hold: "Take it up, then choose where to put it.",
  held: "In your hand. Choose where to put it, or put it down again.",
  saved: "Kept",
  energy: "Energy",
  energyText: (left: number, slots: number) =>
    `${left} pips to buy cards with. With ${slots} dice stored the shark must buy. One of the dice then goes to the hunger track.`,
  energySlot: "Free for what is left of the pool.",
  bag: "Bag",
  bagText: (number: number) => `${number} in the bag.`,
  growth: "Growth",
  tile: (full: boolean, what: string, have: number, need: number) =>
    full ? `Full: ${what}.` : `${have} of ${need} dice. When it is full, ${what}.`,
  sharkCards: "Cards",
  noCards: "none yet",
  market: "Market",
  marketText: (text: string, gains: string) => `${text} Brings ${gains} into the bag.`,
  costPips: (cost: number) => `${cost} pips`,
  tooDear: (left: number) => `You have ${left}.`,
  replace: "Replace",
  noDie: "no die",
  deck: (number: number) => `${cards(number)} in the deck`,
  reroll: "reroll",
  trade: "exchange",
  likelyHand: "Likely in hand",
  beliefHere: (percent: string) => `The octopus is here with ${percent}.`,
  faceToFace: "Face to face",
  confront: {
    octopus: "Choose your escape. If the shark guesses it, you are lost.",
    shark: "How will it try to escape? Guess it, and you win.",
    spectator: "Both choose in secret. The same card, and the octopus is caught.",
  },
  chosen: "has chosen",
  choosing: "is choosing",
  yourChoice: "your choice",
  caught: "Caught!",
  escaped: "Escaped!",
  captions: {
    found: "There it is!",
    springs: "A trap!",
    ignored: "The trap is ignored",
    ate: "Eaten!",
    stuck: "Against the current",
    reversed: "It turns round",
    grown: "The shark has grown",
    gaveUp: "Nothing to buy",
    won: { octopus: "The octopus wins", shark: "The shark wins" },
  },
  overlay: "Where the octopus may be",
};

/** 0 to 100 %; no small chance is called none, and no great one certain. */
export function percent(share: number): string {
  if (share <= 0) return "0%";
  if (share < 0.005) return "<1%";
  return share >= 0.995 && share < 0.9995 ? ">99%" : `${Math.round(share * 100)}%`;
}
