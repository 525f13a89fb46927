/** Where everything lies, in CSS pixels: the drawing is never scaled, so that type and targets keep their size.

A narrow board is upright: one lane under the other, the shark comes from below. A wide one lies: everybody swims to
the right, the shark comes from the left.
*/

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  upright: boolean;
  width: number;
  height: number;
  sea: Box;
  hands: Box[];
  card: { width: number; height: number }; // of a hand
  small: { width: number; height: number }; // lying before a swimmer
  figure: number; // scale of a swimmer
  shark: { x: number; y: number; scale: number; turn: number; mirrored: boolean }; // its jaw's hinge, and how it lies
  jaws: { x: number; y: number }; // where the swallowed vanish
  chips: { columns: number; rows: number }; // of the cards left
  sharkBox: Box; // room for what the Shark player has
}

export interface Wanted {
  width: number;
  screen: number; // height of the window
  swimmers: number; // at the start
  cards: number; // of a swimmer
  hands: number; // of mine
  held: number; // cards such a hand may have
  sharkPlayer: boolean;
}

const TITLE = 34; // the line that says what goes on
const TAG = 26; // a name
const CHIP = 18; // height of a card in the list of those left
const LABEL = 26; // above a hand
const LIFT = 10; // room for a card that is pointed at
const GAP = 4;
const EDGE = 3; // so that no outline is cut off
const CLOSE_UP = 134; // of a bitten swimmer

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

export function layoutFor(wanted: Wanted): Layout {
  const { width, screen } = wanted;
  return width < 560 && !(width > 400 && screen < 520) ? upright(wanted) : lying(wanted);
}

function upright({ width, swimmers, cards, hands, held, sharkPlayer }: Wanted): Layout {
  const lane = clamp(350 / swimmers, 58, 72);
  const below = sharkPlayer ? 148 : 116;
  const rear = Math.round(TITLE + lane * swimmers);
  const card = cardIn(width, held, 46, hands > 1 ? 62 : 84, 1.9);
  const each = LABEL + LIFT + card.height + 4;
  return {
    upright: true,
    width,
    height: rear + below + Math.max(hands ? CLOSE_UP : 0, hands * each),
    sea: { x: 0, y: 0, width, height: rear + below },
    hands: rows(hands, rear + below, width, each),
    card,
    small: { width: 30, height: 42 },
    figure: clamp(lane / 92, 0.62, 0.76),
    // Beside what a Shark player has it comes straight from below, otherwise there is room for all of it.
    shark: sharkPlayer
      ? { x: 48, y: rear + 60, scale: 0.62, turn: -90, mirrored: false }
      : { x: 104, y: rear + 55, scale: 0.72, turn: 27, mirrored: true },
    jaws: { x: 60, y: rear + 30 },
    chips: { columns: cards, rows: 1 },
    sharkBox: { x: 112, y: rear + 6, width: width - 120, height: below - 12 },
  };
}

function lying({ width, screen, swimmers, cards, hands, held, sharkPlayer }: Wanted): Layout {
  const low = screen < 520;
  const card = cardIn(width / Math.max(1, hands) - 8, held, 64, low ? 58 : 88, 1.4);
  const handHeight = hands ? Math.max(LABEL + LIFT + card.height + 4, low ? 0 : CLOSE_UP) : 0;
  const height = Math.round(clamp(screen * (low ? 0.94 : 0.72) - handHeight, low ? 232 : 290, 400));
  const room = clamp(width * 0.22, sharkPlayer ? 148 : 92, 220);
  const column = (width - room - 8) / swimmers;
  const chips = chipsIn(column - 8, cards);
  const small = low ? { width: 28, height: 38 } : { width: 40, height: 54 };
  const above = TITLE + TAG + chips.rows * CHIP;
  const free = height - above - small.height - 10;
  const scale = clamp(room / 210, 0.5, 1);
  const shark = { x: room - 76 * scale, y: above + free / 2, scale, turn: 0, mirrored: false };
  return {
    upright: false,
    width,
    height: height + handHeight,
    sea: { x: 0, y: 0, width, height },
    hands: beside(hands, height, width, handHeight),
    card,
    small,
    figure: clamp(Math.min(column / 94, free / 80), 0.5, 1.3),
    shark,
    jaws: { x: shark.x + 30 * scale, y: shark.y },
    chips,
    sharkBox: { x: 8, y: TITLE, width: room - 20, height: height - TITLE - 8 },
  };
}

/** The cards left, in rows that are wide enough to read. */
function chipsIn(width: number, cards: number): { columns: number; rows: number } {
  const fit = Math.floor(width / 16);
  const columns = fit >= cards ? cards : Math.min(Math.ceil(cards / 2), Math.max(3, fit));
  return { columns, rows: Math.ceil(cards / columns) };
}

/** A card as large as a hand of so many lets it be, and as high as there is room. */
function cardIn(width: number, cards: number, widest: number, highest: number, slim: number) {
  const fits = Math.floor(Math.min(widest, (width - 2 * EDGE - GAP * (cards - 1)) / cards));
  return { width: fits, height: Math.min(highest, Math.max(Math.round(fits * slim), 56)) };
}

const rows = (number: number, y: number, width: number, height: number): Box[] =>
  Array.from({ length: number }, (_, row) => ({ x: 0, y: y + row * height, width, height }));

const beside = (number: number, y: number, width: number, height: number): Box[] =>
  Array.from({ length: number }, (_, column) => ({
    x: (column * width) / number + (column ? 8 : 0),
    y,
    width: width / number - 8 * (number > 1 ? 1 : 0),
    height,
  }));

/** The room of the swimmer at this place of the line, 0 being the front. */
export function laneAt(layout: Layout, place: number, inLine: number): Box {
  const { sea, upright, sharkBox, shark } = layout;
  if (upright) {
    const rear = sharkBox.y - 6;
    const height = Math.min(88, (rear - TITLE) / Math.max(1, inLine));
    return { x: 0, y: rear - (inLine - place) * height, width: sea.width, height };
  }
  const rear = shark.x + 76 * shark.scale;
  const width = Math.min(190, (sea.width - rear - 8) / Math.max(1, inLine));
  return { x: rear + (inLine - 1 - place) * width, y: TITLE, width, height: sea.height - TITLE };
}

export interface LanePlan {
  figure: { x: number; y: number };
  tag: Box; // name
  chips: Box; // cards left
  choice: { x: number; y: number }; // the middle of the card before the swimmer
}

/** Where things lie in a lane, from its corner. */
export function planOf(layout: Layout, lane: Pick<Box, "width" | "height">): LanePlan {
  const { small, figure, chips } = layout;
  if (layout.upright) {
    const middle = lane.height / 2;
    const left = 48 + 46 * figure + 10;
    const width = lane.width - small.width - 22 - left;
    return {
      figure: { x: 48, y: middle },
      tag: { x: left, y: middle - 23, width, height: 22 },
      chips: { x: left, y: middle + 3, width, height: 20 },
      choice: { x: lane.width - small.width / 2 - 8, y: middle },
    };
  }
  const width = Math.min(lane.width - 6, chips.columns * 24);
  const above = TAG + chips.rows * CHIP;
  return {
    figure: { x: lane.width / 2 + 3 * figure, y: above + (lane.height - above - small.height - 10) / 2 },
    tag: { x: 2, y: 0, width: lane.width - 4, height: 22 },
    chips: { x: (lane.width - width) / 2, y: TAG, width, height: chips.rows * CHIP },
    choice: { x: lane.width / 2, y: lane.height - small.height / 2 - 7 },
  };
}

/** Corner of each card of a hand, centred in its box. */
export function handPlaces({ card }: Pick<Layout, "card">, box: Box, cards: number): { x: number; y: number }[] {
  const step = Math.min(card.width + 8, (box.width - 2 * EDGE - card.width) / Math.max(1, cards - 1));
  const from = box.x + (box.width - step * (cards - 1) - card.width) / 2;
  const y = box.y + LABEL + LIFT;
  return Array.from({ length: cards }, (_, place) => ({ x: from + place * step, y }));
}
