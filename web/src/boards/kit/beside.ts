/** Where a bubble stands: beside what it belongs to, inside the window, not under the finger if it can be helped. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const GAP = 10; // pixels between the two
const EDGE = 8; // pixels to the edge of the window

const within = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE));

/** Above where there is room, else below, else to the side with more of it. */
export function beside(thing: Box, bubble: Size, window: Size): { x: number; y: number } {
  const middle = within(thing.x + thing.width / 2 - bubble.width / 2, window.width - bubble.width);
  const above = thing.y - GAP - bubble.height;
  if (above >= EDGE) return { x: middle, y: above };
  const below = thing.y + thing.height + GAP;
  if (below + bubble.height <= window.height - EDGE) return { x: middle, y: below };
  const right = thing.x + thing.width + GAP;
  const left = thing.x - GAP - bubble.width;
  const y = within(thing.y + thing.height / 2 - bubble.height / 2, window.height - bubble.height);
  const moreRight = window.width - right >= thing.x;
  return { x: within(moreRight ? right : left, window.width - bubble.width), y };
}
