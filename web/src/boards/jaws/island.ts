/** Where everything lies on Amity Island.

The island is drawn around its shop by angle and distance: eight coastal spaces like the hours of a clock, four spaces
of open sea around them. Spaces touch on the picture exactly where they do on the board.
*/
import type { Point } from "./view";

export const SIZE = 560;
const MIDDLE = SIZE / 2;
/** In the order in which events number them. */
export const SPACES = ["1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W", "Shop"] as const;
export const WATERS = SPACES.slice(0, 12);
export const BEACHES = ["N", "E", "S", "W"] as const;

const HOURS = ["N", "6", "E", "8", "S", "7", "W", "5"]; // clockwise, 45 degrees each
const OPEN_SEA = ["1", "2", "4", "3"]; // clockwise from the north-west
const SHOP_EDGE = 48;
const INNER_EDGE = 90;

/** Swell and coast are no circles: a little is added by angle. */
const coast = (angle: number) =>
  146 + 4 * Math.sin((3 * angle * Math.PI) / 180 + 1) + 3 * Math.sin((7 * angle * Math.PI) / 180);
const reef = (angle: number) => 224 + 3 * Math.sin((5 * angle * Math.PI) / 180);

export function polar(angle: number, distance: number): Point {
  const turn = (angle * Math.PI) / 180;
  return { x: MIDDLE + distance * Math.sin(turn), y: MIDDLE - distance * Math.cos(turn) };
}

export const angleOf = (space: string): number => HOURS.indexOf(space) * 45;
export const isOpenSea = (space: string): boolean => OPEN_SEA.includes(space);

type Radius = (angle: number) => number;
const STEP = 4.5; // degrees between two points of a line

function arc(from: number, to: number, radius: Radius): Point[] {
  const points = Math.max(1, Math.round(Math.abs(to - from) / STEP));
  return Array.from({ length: points + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / points;
    return polar(angle, radius(angle));
  });
}

const closed = (points: Point[]): string => `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;

function band(from: number, to: number, inner: Radius, outer: Radius): Point[] {
  return [...arc(from, to, outer), ...arc(to, from, inner)];
}

const inside: Radius = () => INNER_EDGE;
const shop: Radius = () => SHOP_EDGE;

export function waterPath(space: string): string {
  const quarter = OPEN_SEA.indexOf(space);
  if (quarter < 0) {
    const angle = angleOf(space);
    return closed(band(angle - 22.5, angle + 22.5, coast, reef));
  }
  const from = quarter * 90 - 67.5;
  const corner = turned({ x: 0, y: 0 }, quarter);
  return closed([...arc(from + 90, from, reef), edge(from), corner, edge(from + 90)]);
}

/** Where a ray from the middle leaves the picture. */
function edge(angle: number): Point {
  const { x, y } = polar(angle, 1);
  const reach = MIDDLE / Math.max(Math.abs(x - MIDDLE), Math.abs(y - MIDDLE));
  return polar(angle, reach);
}

/** A point of the north-west corner, turned by quarters of a circle. */
function turned(point: Point, quarters: number): Point {
  let { x, y } = point;
  for (let i = 0; i < quarters; i++) [x, y] = [SIZE - y, x];
  return { x, y };
}

const LAND: Record<string, () => Point[]> = {
  Shop: () => arc(0, 356, shop),
  N: () => band(-22.5, 22.5, shop, coast),
  S: () => band(157.5, 202.5, shop, coast),
  E: () => band(67.5, 112.5, inside, coast),
  W: () => band(247.5, 292.5, inside, coast),
  8: () => band(112.5, 157.5, inside, coast),
  // 5 and 7 meet behind the west beach; 6 reaches behind the east beach and 8 to the south beach
  5: () => [...arc(292.5, 337.5, coast), ...arc(337.5, 270, shop), ...arc(270, 292.5, inside)],
  7: () => [...arc(202.5, 247.5, coast), ...arc(247.5, 270, inside), ...arc(270, 202.5, shop)],
  6: () => [...arc(22.5, 67.5, coast), ...arc(67.5, 157.5, inside), ...arc(157.5, 22.5, shop)],
};
export const LANDS = ["N", "E", "S", "W", "5", "6", "7", "8", "Shop"] as const;
export const landPath = (space: string): string => closed(LAND[space]?.() ?? []);
export const coastPath = closed(arc(0, 355.5, coast));
export const shallowsPath = closed(
  arc(0, 355.5, (angle) => coast(angle) + 15 + 4 * Math.sin((9 * angle * Math.PI) / 180)),
);
/** Grass reaches near the water except at the four beaches. */
export const grassPath = closed(
  arc(0, 355.5, (angle) => coast(angle) - 24 - 15 * Math.cos((4 * angle * Math.PI) / 180)),
);

// Where things lie in a space --------------------------------------------------------------------------------------

export type Slot = "label" | "quint" | "hooper" | "shark" | "barrel" | "mark" | "share";
const ON_THE_COAST: Record<Slot, [turn: number, distance: number]> = {
  label: [-12.5, 168],
  quint: [-14.5, 200],
  hooper: [16.5, 200],
  shark: [0, 190],
  barrel: [-4.5, 208],
  mark: [4.5, 203],
  share: [0, 214],
};
const IN_THE_CORNER: Record<Slot, Point> = {
  label: { x: 26, y: 28 },
  quint: { x: 42, y: 108 },
  hooper: { x: 108, y: 42 },
  shark: { x: 76, y: 78 },
  barrel: { x: 166, y: 30 },
  mark: { x: 210, y: 28 },
  share: { x: 76, y: 78 },
};

export function waterSlot(space: string, slot: Slot): Point {
  const quarter = OPEN_SEA.indexOf(space);
  if (quarter >= 0) return turned(IN_THE_CORNER[slot], quarter);
  const [turn, distance] = ON_THE_COAST[slot];
  return polar(angleOf(space) + turn, distance);
}

const BRODY: Record<string, [number, number]> = {
  N: [6, 92],
  S: [174, 92],
  E: [84, 121],
  W: [264, 121],
  5: [305, 92],
  6: [66, 74],
  7: [242, 84],
  8: [140, 118],
};

export function brodySlot(space: string): Point {
  const at = BRODY[space];
  return at ? polar(...at) : { x: MIDDLE + 30, y: MIDDLE + 27 };
}

export const sailorSlot = (member: string, space: string): Point =>
  member === "brody" ? brodySlot(space) : waterSlot(space, member === "quint" ? "quint" : "hooper");

export const dockSlot = (space: string): Point => polar(angleOf(space), 158);
export const signSlot = (beach: string): Point => polar(angleOf(beach) - 14.5, 129);
export const beachLabel = (beach: string): Point => polar(angleOf(beach) + 13, 126);
export const officeSlot = (space: string): Point => polar(space === "6" ? 42 : 222, 108);
export const SHOP_SLOT: Point = { x: MIDDLE, y: MIDDLE };

const ROW = 5; // swimmers side by side at a beach

export function swimmerSlot(beach: string, place: number, of: number): Point {
  const row = Math.floor(place / ROW);
  const inRow = Math.min(ROW, of - row * ROW);
  const turn = ((place % ROW) - (inRow - 1) / 2) * 9.2;
  return polar(angleOf(beach) + turn, 164 + row * 24);
}
