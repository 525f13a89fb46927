/** All English of the board. */
import type { Scene } from "./scene";

const list = (names: string[]) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? "" : "s"}`;
const percent = (chance: number) => `${Math.round(chance * 100)}%`;

export const words = {
  board: "The swimmers in a line, the shark behind them",
  overlay: "Show the odds on my cards",
  you: "You",
  bot: (number: number) => `Bot ${number}`,
  seat: (number: number) => `swimmer ${number}`,
  list,
  percent,

  title: {
    lining: "Who swims where?",
    round: (number: number) => `Round ${number}`,
    choose: "pick a card",
    chooseBite: "pick a bite",
    wait: (waiting: number) => (waiting ? `${waiting} still choosing` : "all have chosen"),
    limb: (name: string) => `${name} gives up a limb…`,
    myLimb: "Bitten! Give up a limb",
    over: (name: string) => `${name} won!`,
    overYou: "You won!",
    clash: (card: number, holders: number) =>
      holders ? `${holders} other${holders === 1 ? "" : "s"} could play ${card} too` : `Nobody else holds a ${card}`,
  },

  beat: {
    "line up": (name: string) => `Splash: ${name}`,
    turn: "All cards turn over",
    tie: "Equal cards stay in place",
    jump: (name: string, card: number) => `${card}: ${name} to the front!`,
    flee: (name: string) => `Away: ${name} to the front!`,
    lunge: "Here it comes…",
    bite: (name: string, limb: string) => `${name}: no more ${limb}`,
    swallow: (name: string) => `Gone: ${name}`,
    miss: (card: string) => `“${card}” misses!`,
    "take back": (names: string[]) => `Cards back: ${list(names)}`,
    win: (name: string) => `${name} won!`,
  },

  burst: { bite: "Chomp!", swallow: "Gulp!", miss: "Missed!" },

  swimmer: {
    place: (place: number, inLine: number) =>
      place === 0 ? "in front" : place === inLine - 1 ? "last" : `number ${place + 1} in line`,
    limbs: (left: number, parts: number) => count(left, parts > 1 ? "limb part" : "limb") + " left",
    text: (place: string, limbs: string, danger: boolean) =>
      `Swims ${place}, with ${limbs}.${danger ? " Whoever is last after the swim is bitten." : ""}`,
    cards: (name: string) => `Cards of ${name}`,
    cardsText: (hand: number[]) =>
      `${hand.length === 1 ? "The number" : "The numbers"} ${list(hand.map(String))} can still come. All cards come back after a bite, or with one card left.`,
    choice: (name: string) => `Card of ${name}`,
    chosen: "Lies face down. Nobody knows it until all have chosen.",
    chosenMine: (card: number | string) => `You chose ${card}. It turns over when all have chosen.`,
    thinking: "Has not chosen yet.",
    past: (card: number | string) => `Played ${card} in the last swim.`,
    open: (card: number | string) => `Plays ${card}.`,
    tied: (card: number) => `Plays ${card}, and so does somebody else: stays in place.`,
  },

  danger: {
    title: "The last place",
    text: "After the swim the shark bites whoever is here.",
    calm: (from: number) => `Nobody is bitten before round ${from}.`,
  },

  hand: {
    label: "Your cards",
    labelOf: (name: string) => `Cards: ${name}`,
    waiting: "face down",
    pick: "pick one",
    out: "Swallowed!",
    card: (card: number) => `Card ${card}`,
    high: "High cards end up further in front, unless somebody plays the same.",
    played: "Played.",
    chosen: "Your choice, face down. Undo takes it back while others still choose.",
    notNow: "You can play it when the next round begins.",
    odds: (clash: number, last: number) =>
      `If all others choose at random: ${percent(clash)} that somebody plays it too, ${percent(last)} that you end up last.`,
    hits: (chance: number) => `If all swimmers choose at random it hits in ${percent(chance)} of rounds.`,
    tie: (chance: number) => `chance of a tie: ${percent(chance)}`,
  },

  limb: {
    whole: "Whole.",
    half: "Bitten once already.",
    gone: "Gone.",
    giveUp: "Then your swimmer flees to the front and takes all cards back.",
    title: "What do you give up?",
  },

  shark: {
    name: "The shark",
    bot: "Shark bot",
    text: (from: number) =>
      `Bites the last swimmer of every round${from > 1 ? `, from round ${from} on` : ""}. A swimmer without limbs is gone.`,
    player: (name: string) => `${name}, the shark`,
    playerText: "Plays a card for whoever will be last. A miss costs a hunger token.",
    hand: "What the shark may bite",
    handText: (cards: string[]) => `Left: ${list(cards)}. All come back after a miss, or with one card left.`,
    tokens: (left: number) => count(left, "hunger token"),
    tokensText: "Every miss costs one. Without tokens the shark gives up and the swimmer with the most limbs wins.",
    belly: "Swallowed",
    bellyText: (names: string[]) =>
      names.length ? `${list(names)}. Cosy in there.` : "Nobody yet. The shark is hungry.",
    card: (card: string) =>
      card === "head"
        ? "Hits only if no two swimmers play the same number: the last one is swallowed whole."
        : card === "any limb"
          ? "Hits only if some swimmers play the same number: the last one gives up a limb of their choice."
          : `Hits if the last swimmer still has its ${card}.`,
    calm: (from: number) => `The shark appears in round ${from}.`,
  },
};

/** What a beat says in the title line. */
export function captionOf(
  { beat, faceUp }: Scene,
  name: (swimmer: number) => string,
  seat: (seat: number) => string,
): string {
  switch (beat?.kind) {
    case "line up":
    case "flee":
    case "swallow":
      return words.beat[beat.kind](name(beat.swimmer));
    case "jump":
      return words.beat.jump(name(beat.swimmer), faceUp.get(beat.swimmer) ?? 0);
    case "bite":
      return words.beat.bite(name(beat.swimmer), beat.limb);
    case "miss":
      return words.beat.miss(beat.card);
    case "take back":
      return words.beat["take back"]([...beat.swimmers.map(name), ...(beat.shark ? [words.shark.name] : [])]);
    case "win":
      return words.beat.win(seat(beat.seat));
    case "turn":
    case "tie":
    case "lunge":
      return words.beat[beat.kind];
    default:
      return "";
  }
}
