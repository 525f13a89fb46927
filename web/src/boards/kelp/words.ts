/** All English of this board. What the server says itself (labels, prompts, the log) is not here. */
import type { Ground } from "./layout";
import type { Card, Printed } from "./view";

export const groundWords: Record<Ground, string> = { rocky: "rocks", kelp: "kelp", exposed: "open sand" };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const dice = (number: number) => `${number} ${number === 1 ? "die" : "dice"}`;
/** Small numbers are written out. */
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const written = (number: number): string => NUMBERS[number] ?? String(number);
/** "a block", "three blocks". */
const several = (number: number, thing: string, one = `a ${thing}`): string =>
  number === 1 ? one : `${written(number)} ${thing}s`;

/** What each block is, with the numbers of this table. */
const BLOCKS: Record<string, (printed: Printed) => string> = {
  octopus: () => "The octopus itself. If a red die hits it, shark and octopus face each other.",
  shell: () => "An empty shell. It pays for cards, and it is one more block the shark has to check.",
  "double shell": ({ double_shell }) => `Counts as ${written(double_shell)} when revealed to pay.`,
  "current trap": ({ current_trap }) => currentTrap(current_trap),
  "currents trap": ({ currents_trap }) => currentTrap(currents_trap),
  "hide trap": ({ hide_trap }) =>
    `A trap. If the shark uncovers it, the octopus may stand up ${several(hide_trap, "other block", "another block")}.`,
  "den trap": () => "A trap. If the shark uncovers it, the octopus sends the shark to a den.",
  crab: ({ hand_size }) => `Food. Once eaten, use it to raise the hand size for good, to ${written(hand_size)} cards.`,
  snail: () => "Food. Once eaten, use it to take any card from the draw or discard pile.",
  lobster: () => "Food. Once eaten, use it to hide all blocks.",
  abalone: ({ lessons }) =>
    `Food. Once eaten, use it to learn ${lessons > 1 ? "up to " : ""}${several(lessons, "thing", "one thing")}.`,
};
const currentTrap = (number: number) =>
  `A trap. If the shark uncovers it, the octopus may take ${several(number, "current")} off the board.`;

export const blockWords = (block: string, printed: Printed): string => BLOCKS[block]?.(printed) ?? "";

export interface CardWords {
  picture: "learn" | "hide" | "swap" | "shuffle" | "eat";
  short: string;
  text: string;
}

/** What a card of the octopus does, by the numbers printed on it. */
export function cardWords(card: Card): CardWords {
  if (card.food) {
    const text = `The ${card.food} must be beside the octopus, not diagonally. Both are shown, and a shell takes its place.`;
    return { picture: "eat", short: "eat", text };
  }
  const [main, more] = [whatItDoes(card), andThen(card)];
  return { ...main, short: main.short + more.short, text: `${main.text}${more.text}.` };
}

function whatItDoes({ swap, shuffle, exposed, any_block, hide, up_to, learn, to_hand }: Card): CardWords {
  if (swap === 1) return { picture: "swap", short: "swap", text: "Two blocks side by side change places" };
  if (swap)
    return { picture: "swap", short: `swap ×${swap}`, text: `${capital(written(swap))} swaps of blocks side by side` };
  if (shuffle) {
    const which = exposed ? "The block in the middle and " : "";
    const kind = any_block ? "blocks, standing or lying," : "standing blocks";
    const text = `${which}${written(shuffle)} ${kind} are shuffled in a bag and stand in the same zones again`;
    return { picture: "shuffle", short: exposed ? `middle + ${shuffle}` : `shuffle ${shuffle}`, text: capital(text) };
  }
  if (hide) {
    const blocks = `${up_to && hide > 1 ? "up to " : ""}${several(hide, "lying block")}`;
    return { picture: "hide", short: `hide ${hide}`, text: `${capital(blocks)} ${hide === 1 ? "stands" : "stand"} up` };
  }
  const where = to_hand
    ? "; a card goes straight to the hand"
    : ": cards of the piles, or blocks from beside the forest";
  const text = `Learn ${several(learn ?? 0, "thing", "one thing")}${where}`;
  return { picture: "learn", short: `learn ${learn ?? 0}`, text };
}

const andThen = ({ trash, draw }: Card) => ({
  short: `${trash ? ", trash" : ""}${draw ? ", draw" : ""}`,
  text: `${trash ? ", then you may trash a card" : ""}${draw ? `, then draw ${several(draw, "card")}` : ""}`,
});

/** What a card of the shark does; `n` is the number printed on it. */
const SHARK_CARDS: Record<string, (n: number) => [short: string, text: string]> = {
  aggressive: () => ["dice only", "Only its dice."],
  agile: () => ["turn around", "Before the move: turn around."],
  daring: (n) => [`red to ${n}`, `Before the move: one die goes to the hunger track, a red one turns to ${n}.`],
  hostile: () => ["one fewer escape", "A random pair of escape cards leaves the game."],
  hungry: (n) => [`+${dice(n)}`, `Draw and roll ${written(n)} more ${n === 1 ? "die" : "dice"}.`],
  observant: () => ["ignore a trap", "When a trap is uncovered: it does nothing."],
  reactive: (n) => ["choose a die", `Before rolling: return ${diceOf(n)} and choose one from the bag.`],
  relentless: (n) => [`reroll ${n}`, `Before the move: reroll ${n > 1 ? "up to " : ""}${diceOf(n)}.`],
  ruthless: (n) => [`die +${n}`, `Before the move: a die shows ${written(n)} more.`],
  swift: () => ["one extra space", "One extra space, before or after the move."],
  vigilant: () => ["keep a die", "After rolling: keep a die as it is for a later turn."],
};
const diceOf = (number: number) => (number === 1 ? "a die" : `${written(number)} dice`);

export const sharkCardWords = (card: string, { shark_cards }: Printed): [short: string, text: string] =>
  SHARK_CARDS[card]?.(shark_cards[card] ?? 0) ?? ["", ""];

export const colourWords: Record<string, string> = {
  blue: "Blue dice become currents: they carry the shark, and show where it may go.",
  yellow: "Yellow dice search: they uncover a standing block.",
  red: "Red dice strike: they attack what is under a block, then go to the hunger track.",
};

/** What a growth tile does, in short and in a sentence that goes on. */
const TILES: Record<string, (printed: Printed) => [short: string, text: string]> = {
  reroll: () => ["reroll", "each turn a die from the pool may be rerolled"],
  exchange: () => ["swap die", "each turn a die from the pool may be exchanged for a stored one"],
  draw: ({ dice: number }) => [dice(number), `each turn ${dice(number)} are drawn`],
};

export const tileWords = (tile: string, printed: Printed): [short: string, text: string] =>
  TILES[tile]?.(printed) ?? [tile, tile];

const ESCAPES: Record<string, (printed: Printed) => { octopus: string; shark: string }> = {
  fight: () => ({ octopus: "You send the shark to a den and hide.", shark: "It would send you to a den and hide." }),
  flight: ({ flight }) => ({
    octopus: `You hide and are shuffled with up to ${several(flight, "other", "one other")}.`,
    shark: `It would hide and be shuffled with up to ${several(flight, "other", "one other")}.`,
  }),
  flinch: ({ flinch }) => ({
    octopus: `You hide, and so ${flinch === 2 ? "does up to one other block" : `do up to ${written(flinch - 1)} other blocks`}.`,
    shark: `It would hide, and so would up to ${several(flinch - 1, "other block", "one other block")}.`,
  }),
};

export const escapeWords = (way: string, printed: Printed, side: "octopus" | "shark"): string =>
  ESCAPES[way]?.(printed)[side] ?? "";

export const pileWords: Record<string, string> = {
  learn: "Cards that teach.",
  hide: "Cards that hide.",
  move: "Cards that move blocks.",
  eat: "Cards to eat with. Each brings its food into the forest.",
};

const cards = (number: number) => `${number} ${number === 1 ? "card" : "cards"}`;
export const counted = (things: Record<string, number>) =>
  Object.entries(things)
    .map(([name, number]) => (number > 1 ? `${name} ×${number}` : name))
    .join(", ");

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
  space: (name: string, isDen: boolean) => (isDen ? `Den ${name}` : `Space ${name}`),
  spaceEmpty: "A space on the shark's path.",
  spaceAhead: "The shark can swim here next.",
  denEmpty: "A den: the shark can be sent here, and it reaches only this corner.",
  current: (pips: number) =>
    `A current of ${pips}. The shark swims over it and on, over several if each shows fewer pips; it never stops on one.`,
  shark: "The shark. It leaves by the end it faces, and reaches the zones beside it.",
  swap: (a: number, b: number) => `Swap zones ${a} and ${b}`,
  hunger: "Hunger",
  hungerText: (number: number, all: number) =>
    `${dice(number)} of ${all}. Every strike and every purchase puts one here. When it is full, the octopus has won.`,
  food: "Food",
  foodText: (number: number, all: number) => `${number} of ${all} eaten. With ${all} the octopus has won.`,
  foodSlot: "Not eaten yet",
  foodUsed: (text: string) => `${text} Its power is used up.`,
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
  discardIt: "Discard",
  draw: "Draw pile",
  drawText: (number: number) => `${cards(number)}. Drawing up to the hand size takes an action.`,
  discard: "Discard",
  discardText: (pile: string) => (pile ? `${pile}. It becomes the draw pile when that is empty.` : "Empty."),
  played: "Played",
  playedText: (pile: string) => `${pile}. It goes to the discard pile at the end of the turn.`,
  trash: "Gone",
  trashText: (pile: string) => `Out of the game: ${pile}.`,
  pulled: (block: string) => `Drawn from the bag: ${block}`,
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
  hold: "Pick it up, then choose where to put it.",
  held: "In your hand. Choose where to put it, or put it back.",
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
  replace: "Replace",
  noDie: "no die",
  deck: (number: number) => `${cards(number)} in the deck`,
  reroll: "reroll",
  trade: "exchange",
  likelyHand: "Likely in hand",
  beliefHere: (percent: string) => `${percent} chance that the octopus is here.`,
  faceToFace: "Face to face",
  confront: {
    octopus: "Choose your escape. If the shark guesses it, you are lost.",
    shark: "How will it try to escape? If you guess right, you win.",
    spectator: "Both choose in secret. If they choose the same card, the octopus is caught.",
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
    reversed: "It turns around",
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
