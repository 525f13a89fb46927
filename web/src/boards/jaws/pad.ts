/** The shark's tracker pad as lines on the map. */
import { waterSlot } from "./island";
import type { PadLine, Point } from "./view";

export interface Trail {
  round: number;
  age: number; // rounds ago
  legs: string[];
  stops: Point[];
}

/** A leg bends a little, so that there and back are two lines. */
function leg(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const middle = { x: (from.x + to.x) / 2 - dy * 0.14, y: (from.y + to.y) / 2 + dx * 0.14 };
  return `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`;
}

/** The latest rounds, oldest first; each begins where the one before ended. */
export function trails(pad: PadLine[], round: number, rounds = 3): Trail[] {
  let last: Point | null = null;
  const all = pad.map((line) => {
    const stops = line.path.map((space) => waterSlot(space, "shark"));
    const legs: string[] = [];
    for (const stop of stops) {
      if (last) legs.push(leg(last, stop));
      last = stop;
    }
    return { round: line.round, age: round - line.round, legs, stops };
  });
  return all.filter((trail) => trail.age < rounds && trail.age >= 0);
}
