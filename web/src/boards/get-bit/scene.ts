/** What is drawn at one beat of a step: the picture before it, changed by every beat up to now. */
import type { Story } from "../kit/story.svelte";
import { beatsOf, type Beat } from "./beats";
import type { View } from "./view";

export interface Scene {
  round: number;
  line: number[]; // from front to rear
  limbs: Record<string, number>[];
  hands: number[][];
  faceUp: Map<number, number>; // cards that lie open, by swimmer
  tied: number[]; // swimmers who share one of these numbers with another
  sharkCard: string | null; // that lies open
  sharkHand: string[];
  tokens: number;
  beat: Beat | null; // what happens right now
  settled: boolean; // nothing more is to come in this step
}

type Open = Pick<Scene, "faceUp" | "tied" | "sharkCard">;
const NOTHING_OPEN: Open = { faceUp: new Map(), tied: [], sharkCard: null };

/** The view at rest; what lies open stays until the next card is chosen. */
export function rest(view: View, { faceUp, tied, sharkCard } = NOTHING_OPEN): Scene {
  return {
    round: view.round,
    line: view.line,
    limbs: view.swimmers.map((swimmer) => swimmer.limbs),
    hands: view.swimmers.map((swimmer) => swimmer.hand),
    faceUp,
    tied,
    sharkCard,
    sharkHand: view.shark?.hand ?? [],
    tokens: view.shark?.tokens ?? 0,
    beat: null,
    settled: true,
  };
}

export const story: Story<View, Scene, Beat> = {
  beats: beatsOf,
  still: (view) => rest(view),
  // A card laid face down moves by itself.
  during: (scene, beat, view) =>
    beat.kind === "chose" ? rest(view, scene) : { ...scene, ...change(scene, beat), beat, settled: false },
  after: (last, view) => rest(view, last),
};

function change(now: Scene, beat: Beat): Partial<Scene> {
  switch (beat.kind) {
    case "line up":
      return { line: [...now.line.filter((other) => other !== beat.swimmer), beat.swimmer] };
    case "turn":
      return {
        faceUp: beat.cards,
        tied: [],
        sharkCard: beat.shark,
        hands: now.hands.map((hand, swimmer) => hand.filter((card) => card !== beat.cards.get(swimmer))),
        sharkHand: now.sharkHand.filter((card) => card !== beat.shark),
      };
    case "tie":
      return { tied: [...now.tied, ...beat.swimmers] };
    case "jump":
    case "flee":
      return { line: [beat.swimmer, ...now.line.filter((other) => other !== beat.swimmer)] };
    case "bite":
      return {
        limbs: now.limbs.map((limbs, swimmer) => (swimmer === beat.swimmer ? without(limbs, beat.limb) : limbs)),
      };
    case "swallow":
      return { line: now.line.filter((other) => other !== beat.swimmer) };
    case "miss":
      return { tokens: beat.tokens };
    case "round":
      return { round: beat.number };
    default:
      return {};
  }
}

const without = (limbs: Record<string, number>, limb: string) => ({
  ...limbs,
  [limb]: Math.max(0, (limbs[limb] ?? 0) - 1),
});

/** Who celebrates, as a swimmer's number or "shark", once it is over. */
export function winnerOf({ winner, swimmers }: View): number | "shark" | null {
  if (winner === null) return null;
  const swimmer = swimmers.findIndex(({ seat }) => seat === winner);
  return swimmer < 0 ? "shark" : swimmer;
}
