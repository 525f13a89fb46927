/** Where everything in the forest lies, on a square of 600 by 600, as the shark sees it. */
export interface Point {
  x: number;
  y: number;
}

export const SIZE = 600;
export const RIM = 14; // of water all around: a shark in a den hangs over the edge
/** The shark's path runs along these lines, in both directions. */
export const LINES = [26, 210, 390, 574] as const;
const [FIRST, SECOND, THIRD, LAST] = LINES;
const MIDDLES = [118, 300, 482] as const; // of columns and of rows: outer zones move in a little, away from the path
const SIDE = 3;

export type Ground = "rocky" | "kelp" | "exposed";
export const ZONES = [...Array(SIDE * SIDE).keys()];
export const ground = (zone: number): Ground => (zone === 4 ? "exposed" : zone % 2 ? "kelp" : "rocky");
export const zoneAt = (zone: number): Point => ({ x: MIDDLES[zone % SIDE]!, y: MIDDLES[Math.floor(zone / SIDE)]! });

export interface Space {
  at: Point;
  zones: number[]; // beside it
  den?: true;
  stacked?: true; // one of its zones lies above the other
}

function allSpaces(): Record<string, Space> {
  const spaces: Record<string, Space> = {
    d0: { at: { x: FIRST, y: FIRST }, zones: [0], den: true },
    d2: { at: { x: LAST, y: FIRST }, zones: [2], den: true },
    d6: { at: { x: FIRST, y: LAST }, zones: [6], den: true },
    d8: { at: { x: LAST, y: LAST }, zones: [8], den: true },
  };
  MIDDLES.forEach((middle, n) => {
    spaces[`v${n}`] = { at: { x: SECOND, y: middle }, zones: [n * SIDE, n * SIDE + 1] };
    spaces[`w${n}`] = { at: { x: THIRD, y: middle }, zones: [n * SIDE + 1, n * SIDE + 2] };
    spaces[`h${n}`] = { at: { x: middle, y: SECOND }, zones: [n, n + SIDE], stacked: true };
    spaces[`k${n}`] = { at: { x: middle, y: THIRD }, zones: [n + SIDE, n + 2 * SIDE], stacked: true };
  });
  return spaces;
}

export const SPACES = allSpaces();
export const isDen = (space: string): boolean => SPACES[space]?.den ?? false;

/** Where spaces meet: the four crossings, and the bends on the way to the dens. */
const JOINTS: [names: string, x: number, y: number][] = [
  ["v0 v1 h0 h1", SECOND, SECOND],
  ["w0 w1 h1 h2", THIRD, SECOND],
  ["v1 v2 k0 k1", SECOND, THIRD],
  ["w1 w2 k1 k2", THIRD, THIRD],
  ["v0 d0", SECOND, FIRST],
  ["w0 d2", THIRD, FIRST],
  ["v2 d6", SECOND, LAST],
  ["w2 d8", THIRD, LAST],
  ["h0 d0", FIRST, SECOND],
  ["k0 d6", FIRST, THIRD],
  ["h2 d2", LAST, SECOND],
  ["k2 d8", LAST, THIRD],
];

export function jointOf(one: string, other: string): Point | null {
  const found = JOINTS.find(([names]) => names.includes(one) && names.includes(other));
  return found && one !== other ? { x: found[1], y: found[2] } : null;
}

/** The space between two zones that lie side by side. */
export function between(one: number, other: number): string | undefined {
  return Object.keys(SPACES).find((name) => {
    const { zones } = SPACES[name]!;
    return zones.length === 2 && zones.includes(one) && zones.includes(other);
  });
}

/** The octopus sits on the other side of the table. */
export const turned = ({ x, y }: Point, turn: boolean): Point => (turn ? { x: SIZE - x, y: SIZE - y } : { x, y });

const DEGREES = 180 / Math.PI;

/** Which way the shark looks: towards the end of its space by which it can leave; between both where either will do. */
export function facing(at: string, ahead: string[]): number | null {
  const from = SPACES[at]?.at;
  let [x, y] = [0, 0];
  for (const next of ahead) {
    const joint = jointOf(at, next);
    if (!from || !joint) continue;
    const length = Math.hypot(joint.x - from.x, joint.y - from.y);
    x += (joint.x - from.x) / length;
    y += (joint.y - from.y) / length;
  }
  return x || y ? Math.atan2(y, x) * DEGREES : null;
}

/** A place on the way from one space to another, `t` from 0 to 1, and the direction there. */
export function swimming(from: string, to: string, t: number): Point & { angle: number } {
  const [a, d] = [SPACES[from]!.at, SPACES[to]!.at];
  const bend = jointOf(from, to) ?? { x: (a.x + d.x) / 2, y: (a.y + d.y) / 2 };
  const u = 1 - t;
  // A curve with both of its handles where the spaces meet: round, but true to the path.
  const place = (p: number, b: number, q: number) => u ** 3 * p + 3 * u * t * b + t ** 3 * q;
  const speed = (p: number, b: number, q: number) => u * u * (b - p) + t * t * (q - b);
  const [dx, dy] = [speed(a.x, bend.x, d.x), speed(a.y, bend.y, d.y)];
  return { x: place(a.x, bend.x, d.x), y: place(a.y, bend.y, d.y), angle: Math.atan2(dy, dx) * DEGREES };
}

/** The way drawn as a line. */
export function wayTo(from: string, to: string): string {
  const [a, d] = [SPACES[from]!.at, SPACES[to]!.at];
  const bend = jointOf(from, to) ?? a;
  return `M${a.x} ${a.y}C${bend.x} ${bend.y} ${bend.x} ${bend.y} ${d.x} ${d.y}`;
}

/** Turning by the shorter way round. */
export const towards = (from: number, to: number, t: number): number =>
  from + (((((to - from) % 360) + 540) % 360) - 180) * t;
