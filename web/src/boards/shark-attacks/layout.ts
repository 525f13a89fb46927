/** Where everything is, in CSS pixels, for the width there is: sky, sea and beach below each other, the race last. */
import type { Die } from "./dice";
import type { Scene } from "./scene";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Layout {
  w: number;
  h: number;
  sky: Box;
  sea: Box;
  shore: Box;
  pier: Box;
  rack: Box; // spare signs
  hotel: Box;
  planted: Box; // the player's signs
  sand: Box; // who is safe; bank and press on stand here too, at other times
  bank: Box;
  press: Box;
  race: Box;
  lane: number; // height
  roomy: boolean; // a lane is one line: name, signs, towel, score
  die: number; // edge
  forecast: Box | null;
}

export interface Spot {
  x: number;
  y: number;
  scale: number;
  turn: number; // degrees
}

interface Asked {
  width: number;
  short: boolean; // a screen with little height
  players: number;
  odds: boolean;
}

const MOST = 920;
const LEAST = 300;

export function layoutFor({ width, short, players, odds }: Asked): Layout {
  const w = Math.min(MOST, Math.max(LEAST, Math.round(width)));
  const beside = short && w >= 600; // the race at the right of the sea
  const wide = w >= 560 && !short;
  const view = beside ? Math.round(w * 0.6) : w;
  const forecast = odds ? { x: 8, y: 8, w: view - 16, h: wide ? 94 : 108 } : null;
  const skyHeight = (wide ? 104 : short ? 56 : 78) + (forecast ? forecast.h - (wide ? 40 : short ? 4 : 20) : 0);
  const seaHeight = wide ? 262 : short ? 144 : 226;
  const shoreHeight = wide || short ? 108 : 128;
  const lane = wide ? 34 : beside ? Math.min(44, 264 / players) : 40;
  const sky = { x: 0, y: 0, w: view, h: skyHeight };
  const sea = { x: 0, y: skyHeight, w: view, h: seaHeight };
  const shore = { x: 0, y: skyHeight + seaHeight, w: view, h: shoreHeight };
  const below = shore.y + shore.h;
  const raceHeight = lane * players + 30;
  const race = beside
    ? { x: view + 10, y: 4, w: w - view - 18, h: raceHeight }
    : { x: 10, y: below, w: w - 20, h: raceHeight };
  return {
    w,
    h: beside ? Math.max(below, race.h + 8) : below + raceHeight + 6,
    sky,
    sea,
    shore,
    race,
    lane,
    roomy: wide,
    forecast,
    die: wide ? 58 : short ? 36 : 42,
    ...beachParts(sea, shore, wide),
  };
}

function beachParts(sea: Box, shore: Box, wide: boolean) {
  const pierWidth = wide ? 84 : 50;
  const pier = { x: sea.w - pierWidth - 8, y: sea.y + 22, w: pierWidth, h: sea.h - (wide ? 2 : 14) };
  const y = shore.y;
  if (wide) {
    const from = Math.min(330, sea.w * 0.39);
    const half = (sea.w - from - pierWidth - 40) / 2;
    return {
      pier,
      hotel: { x: 14, y: y - 2, w: 92, h: 92 },
      planted: { x: 112, y: y + 14, w: from - 130, h: 76 },
      bank: { x: from, y: y + 22, w: half, h: 70 },
      press: { x: from + half + 12, y: y + 22, w: half, h: 70 },
      sand: { x: from, y: y + 22, w: half * 2 + 12, h: 70 },
      rack: { x: pier.x - 4, y: y + 30, w: pierWidth + 8, h: 58 },
    };
  }
  const half = (sea.w - 28) / 2;
  const low = y + shore.h - 64;
  const up = low - y - 6; // the height above the two boards
  return {
    pier,
    hotel: { x: 6, y: y + up - 60 * Math.min(1, (up + 14) / 60), w: 62 * Math.min(1, (up + 14) / 60), h: up },
    planted: { x: 72, y: low - 54, w: sea.w - 170, h: 48 },
    bank: { x: 10, y: low, w: half, h: 58 },
    press: { x: 18 + half, y: low, w: half, h: 58 },
    sand: { x: 10, y: low, w: sea.w - 20, h: 58 },
    rack: { x: sea.w - 92, y: low - 44, w: 84, h: 38 },
  };
}

/** A seat's lane in the race. */
export function laneAt({ race, lane, roomy }: Layout, seat: number) {
  const y = race.y + 24 + seat * lane;
  if (roomy) {
    const from = 284;
    const track = { x: race.x + from, y: y + 6, w: race.w - from - 60, h: lane - 14 };
    return { y, name: race.x + 34, letters: 22, signs: race.x + 204, track };
  }
  return {
    y,
    name: race.x + 24,
    letters: Math.floor((race.w - 152) / 8.4),
    signs: race.x + race.w - 128,
    track: { x: race.x, y: y + 21, w: race.w - 8, h: Math.max(10, Math.min(14, lane - 25)) },
  };
}

/** A name in so many letters; what tells one bot from another stands at the end. */
export const shorten = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - 4)}…${name.slice(-3)}`;

/** Where each of some dice lies in a box: in rows, not too tidy, smaller if there are many. */
export function rows(ids: number[], box: Box, size: number, loose = 1): Map<number, Spot> {
  const spots = new Map<number, Spot>();
  if (!ids.length) return spots;
  const gap = size * 0.2;
  const high = Math.max(1, Math.floor(box.h / (size + gap * 0.6)));
  const across = Math.max(1, Math.floor(box.w / (size + gap)));
  const lines = Math.min(high, Math.ceil(ids.length / across));
  const each = Math.ceil(ids.length / lines);
  const step = Math.min(size + gap, box.w / each);
  const scale = Math.min(1, step / (size + gap * 0.5));
  const tall = Math.min(box.h / lines, size * 1.24);
  ids.forEach((id, place) => {
    const line = Math.floor(place / each);
    const inLine = Math.min(each, ids.length - line * each);
    const wobble = loose * Math.sin(id * 7.3 + line);
    spots.set(id, {
      x: box.x + box.w / 2 + ((place % each) - (inLine - 1) / 2) * step,
      y: box.y + box.h / 2 + (line - (lines - 1) / 2) * tall + wobble * size * 0.08,
      scale,
      turn: wobble * 7,
    });
  });
  return spots;
}

const scaled = (spots: Map<number, Spot>, by: number) =>
  new Map([...spots].map(([id, spot]) => [id, { ...spot, scale: spot.scale * by }]));

/** The open water, without the pier. */
function water({ sea, pier }: Layout): Box {
  return { x: sea.x + 12, y: sea.y + 14, w: pier.x - sea.x - 26, h: sea.h - 26 };
}

/** The place of every die: sharks far out, then waves, swimmers near the beach. */
export function spotsOf({ dice, bite }: Scene, layout: Layout): Map<number, Spot> {
  const { die: size, pier, sand } = layout;
  const open = water(layout);
  const pick = (test: (die: Die) => boolean) => dice.filter(test).sort((a, b) => b.face - a.face || a.id - b.id);
  const ids = (test: (die: Die) => boolean) => pick(test).map((die) => die.id);
  const blueAt = (place: Die["place"]) => (die: Die) => !die.red && die.place === place;
  const reds = ids((die) => die.red);
  const swimming = ids((die) => blueAt("sea")(die) && die.face > 0);
  const waves = ids((die) => blueAt("sea")(die) && die.face === 0);
  const air = ids(blueAt("air"));

  const top = reds.length ? size * 1.15 : 0; // for the sharks
  const rest = { ...open, y: open.y + top, h: open.h - top };
  const far = { ...rest, h: swimming.length ? rest.h * 0.44 : rest.h };
  const near = waves.length || air.length ? { ...rest, y: rest.y + rest.h * 0.46, h: rest.h * 0.54 } : rest;
  const spots = new Map([
    ...scaled(rows([...waves, ...air], far, size * 0.92), 0.92),
    ...rows(swimming, near, size),
    ...rows(reds, { ...open, h: size }, size),
    ...scaled(rows(ids(blueAt("sand")), { ...sand, h: sand.h - 14 }, size), 0.9),
    ...onThePier(dice.filter(blueAt("pier")), pier, size),
  ]);
  const prey = bite?.victims.map((id) => spots.get(id)).find(Boolean);
  if (bite && prey) spots.set(bite.shark, { x: prey.x, y: prey.y - size * 0.86, scale: 1.1, turn: 0 });
  return spots;
}

function onThePier(dice: Die[], pier: Box, size: number): Map<number, Spot> {
  const columns = pier.w > 60 ? 3 : 2;
  const step = (pier.w - 8) / columns;
  const lines = Math.ceil(dice.length / columns);
  const tall = Math.min(step, (pier.h - 40) / Math.max(1, lines));
  return new Map(
    dice.map(({ id }, place) => [
      id,
      {
        x: pier.x + 4 + step * ((place % columns) + 0.5),
        y: pier.y + 14 + tall * (Math.floor(place / columns) + 0.5),
        scale: (Math.min(step, tall) * 0.86) / size,
        turn: 0,
      },
    ]),
  );
}

/** Signs of one owner overlap as much as they must. */
export function signSpots(signs: number[], layout: Layout): Spot[] {
  const places = new Map<number, number>();
  return signs.map((owner) => {
    const place = places.get(owner) ?? 0;
    places.set(owner, place + 1);
    const many = signs.filter((other) => other === owner).length;
    if (owner < 0) {
      const { x, y, w, h } = layout.rack;
      const step = Math.min(16, (w - 18) / Math.max(1, many - 1));
      return { x: x + w - 10 - step * (many - 1 - place), y: y + h - 2, scale: 0.62, turn: place * 3 - 6 };
    }
    const lane = laneAt(layout, owner);
    const step = Math.min(14, 66 / Math.max(1, many - 1));
    return { x: lane.signs + 8 + place * step, y: lane.y + (layout.roomy ? 25 : 19), scale: 0.5, turn: 0 };
  });
}
