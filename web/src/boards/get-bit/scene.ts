/** What is drawn at one beat of a step: the view before it, changed by every beat up to now. */
import type { View } from "./look";
import type { Beat } from "./story";

export interface Scene {
  round: number;
  line: number[]; // from front to rear
  limbs: Record<string, number>[];
  hands: number[][];
  faceUp: Map<number, number>; // cards that lie open, by swimmer
  sharkCard: string | null; // that lies open
  sharkHand: string[];
  tokens: number;
  beat: Beat | null; // what happens right now
  settled: boolean; // nothing more is to come in this step
}

/** The view at rest; what lies open stays until the next card is chosen. */
export function rest(view: View, faceUp = new Map<number, number>(), sharkCard: string | null = null): Scene {
  return {
    round: view.round,
    line: view.line,
    limbs: view.swimmers.map((swimmer) => swimmer.limbs),
    hands: view.swimmers.map((swimmer) => swimmer.hand),
    faceUp,
    sharkCard,
    sharkHand: view.shark?.hand ?? [],
    tokens: view.shark?.tokens ?? 0,
    beat: null,
    settled: true,
  };
}

/** One scene for each beat. */
export function scenesOf(before: View, beats: Beat[], faceUp: Map<number, number>, sharkCard: string | null): Scene[] {
  let now: Scene = { ...rest(before, faceUp, sharkCard), settled: false };
  return beats.map((beat) => (now = { ...now, ...change(now, beat), beat }));
}

function change(now: Scene, beat: Beat): Partial<Scene> {
  switch (beat.kind) {
    case "line up":
      return { line: [...now.line.filter((other) => other !== beat.swimmer), beat.swimmer] };
    case "turn":
      return {
        faceUp: beat.cards,
        sharkCard: beat.shark,
        hands: now.hands.map((hand, swimmer) => hand.filter((card) => card !== beat.cards.get(swimmer))),
        sharkHand: now.sharkHand.filter((card) => card !== beat.shark),
      };
    case "jump":
      return { line: [beat.swimmer, ...now.line.filter((other) => other !== beat.swimmer)] };
    case "bite":
      return { limbs: now.limbs.map((limbs, swimmer) => (swimmer === beat.swimmer ? without(limbs, beat.limb) : limbs)) };
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

const without = (limbs: Record<string, number>, limb: string) => ({ ...limbs, [limb]: Math.max(0, (limbs[limb] ?? 0) - 1) });

/** Who celebrates, as a swimmer's number or "shark", once it is over: only the event names the winner, and a page
opened later has not heard it. */
export function winnerOf(view: View): number | "shark" | null {
  if (view.phase !== "over") return null;
  if (!view.shark) return view.line[0] ?? null;
  if (view.shark.tokens > 0) return "shark";
  const left = (swimmer: number) => Object.values(view.swimmers[swimmer]?.limbs ?? {}).reduce((sum, n) => sum + n, 0);
  return view.line.reduce((best, swimmer) => (left(swimmer) > left(best) ? swimmer : best), view.line[0] ?? 0);
}
