/** The shape of a swimmer who lies on the back and swims to the right: joints and segments of the limbs. */

export type Point = readonly [x: number, y: number];

export interface Limb {
  name: LimbName;
  joint: Point;
  mid: Point; // elbow or knee: where a half-eaten limb of the long game ends
  end: Point;
  arm: boolean;
}

export type LimbName = "right leg" | "left leg" | "right arm" | "left arm";

// Who lies on the back with the head to the right has the right hand at the top of the picture.
export const LIMBS: readonly Limb[] = [
  { name: "right leg", joint: [-17, -8], mid: [-31, -16], end: [-45, -22], arm: false },
  { name: "left leg", joint: [-17, 8], mid: [-31, 16], end: [-45, 22], arm: false },
  { name: "right arm", joint: [11, -12], mid: [17, -26], end: [29, -37], arm: true },
  { name: "left arm", joint: [11, 12], mid: [17, 26], end: [29, 37], arm: true },
];

/** How a limb is drawn with so many of its parts left: the line from the joint, and whether it ends in a bandage. */
export function limbPath(
  { joint, mid, end }: Limb,
  left: number,
  parts: number,
): { path: string; bandage: Point | null } {
  const at = ([x, y]: Point) => `${x} ${y}`;
  if (left >= parts) return { path: `M${at(joint)}L${at(mid)}L${at(end)}`, bandage: null };
  if (left > 0) return { path: `M${at(joint)}L${at(mid)}`, bandage: mid };
  const stump = between(joint, mid, 0.78);
  return { path: `M${at(joint)}L${at(stump)}`, bandage: stump };
}

/** So far from here to there: a stump ends just outside the swim ring. */
const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

/** The part that comes off next, for the piece that flies away. */
export function severed({ joint, mid, end }: Limb, left: number, parts: number): string {
  const [from, to] = parts > 1 ? (left >= parts ? [mid, end] : [joint, mid]) : [joint, end];
  return `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;
}
