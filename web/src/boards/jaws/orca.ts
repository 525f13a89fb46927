/** Where everything lies around the Orca: two rows of four boat spaces, the bow at the left, water all around. */
import type { Point } from "./view";

export const WIDTH = 520;
export const HEIGHT = 404;
export const ZONES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const CELL = 95;
const LEFT = 70;
const TOP = 107;
const DECK = HEIGHT / 2; // the line between the rows

const column = (zone: number) => (zone - 1) % 4;
const isLower = (zone: number) => zone > 4;
/** The lower row is the upper one in a mirror. */
const mirrored = (zone: number, y: number) => (isLower(zone) ? HEIGHT - y : y);

type Corner = [x: number, y: number];
const path = (zone: number, corners: Corner[]) => `M${corners.map(([x, y]) => `${x} ${mirrored(zone, y)}`).join("L")}Z`;

/** The water reaches under the boat: where a tile has sunk it is all there is. */
export function waterPath(zone: number): string {
  const from = column(zone) === 0 ? 0 : LEFT + column(zone) * CELL;
  const to = column(zone) === 3 ? WIDTH : LEFT + (column(zone) + 1) * CELL;
  return path(zone, [
    [from, 0],
    [to, 0],
    [to, DECK],
    [from, DECK],
  ]);
}

/** A boat space; the outer corners of bow and stern are round. */
export function tilePath(zone: number): string {
  const x = LEFT + column(zone) * CELL;
  const far = x + CELL;
  const y = (at: number) => mirrored(zone, at);
  if (column(zone) === 0)
    return `M${far} ${y(TOP)}L${far} ${y(DECK)}L${x - 26} ${y(DECK)}C${x - 18} ${y(DECK - 44)} ${x + 12} ${y(TOP + 6)} ${far} ${y(TOP)}Z`;
  if (column(zone) === 3)
    return `M${x} ${y(TOP)}C${x + 40} ${y(TOP + 1)} ${far - 12} ${y(TOP + 6)} ${far} ${y(TOP + 20)}L${far + 4} ${y(DECK)}L${x} ${y(DECK)}Z`;
  return `M${x} ${y(TOP)}L${far} ${y(TOP)}L${far} ${y(DECK)}L${x} ${y(DECK)}Z`;
}

export const tileMiddle = (zone: number): Point => ({
  x: LEFT + (column(zone) + 0.5) * CELL + (column(zone) === 0 ? 8 : 0),
  y: mirrored(zone, TOP + CELL / 2),
});

/** The middle of the water of a zone, where the shark comes up. */
export const waterMiddle = (zone: number): Point => ({
  x: LEFT + (column(zone) + 0.5) * CELL + [-36, 0, 0, 36][column(zone)]!,
  y: mirrored(zone, 55),
});

export const zoneLabel = (zone: number): Point => {
  const x = [20, LEFT + CELL + 15, LEFT + 2 * CELL + 15, WIDTH - 20][column(zone)]!;
  return { x, y: mirrored(zone, 20) };
};

const ABREAST = 31;

const SPOTS = new Map<string, { zone: number; swims: boolean }>(
  ZONES.flatMap((zone) => [
    [`boat ${zone}`, { zone, swims: false }],
    [`water ${zone}`, { zone, swims: true }],
  ]),
);
export const isWater = (space: string): boolean => SPOTS.get(space)?.swims ?? false;

/** Where a crew member stands or swims: three find room everywhere. */
export function crewSlot(space: string, place: number): Point {
  const { zone, swims } = SPOTS.get(space) ?? { zone: 2, swims: false };
  const across = (place - 1) * ABREAST;
  if (!swims) return { x: tileMiddle(zone).x + across, y: tileMiddle(zone).y + (isLower(zone) ? 10 : 18) };
  const { x } = waterMiddle(zone);
  return { x: x + across, y: mirrored(zone, 84) };
}

/** Where the letters of resurface cards float. */
export const letterSlot = (zone: number, place: number): Point => ({
  x: waterMiddle(zone).x + (place === 0 ? 12 : place === 1 ? -20 : 44),
  y: mirrored(zone, 24),
});

export const aimSlot = (zone: number, place: number): Point => ({
  x: waterMiddle(zone).x + (place - 1) * 27,
  y: mirrored(zone, 52),
});

/** Swims along the boat: to the right above it, to the left below. */
export const heading = (zone: number): number => (isLower(zone) ? 180 : 0);
