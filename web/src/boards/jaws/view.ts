/** What the server says about JAWS, under shorter names. */
import type { components } from "../../lib/api";
import type { Offered } from "../contract";

type Schemas = components["schemas"];
export type View = Schemas["JawsView"];
export type Island = Schemas["JawsIsland"];
export type Sailor = Schemas["JawsSailor"];
export type Hunter = Schemas["JawsHunter"];
export type PadLine = Schemas["JawsPadLine"];
export type Orca = Schemas["JawsOrca"];
export type Fighter = Schemas["JawsFighter"];
export type Tile = Schemas["JawsTile"];
export type Option = Schemas["JawsOption"];
export type Lair = Schemas["JawsLair"];

/** The deduction board: probabilities if the shark decides at random. */
export interface HuntBeliefs {
  places: Record<string, number>;
  tokens: Record<string, number>;
  in_play: Record<string, number>;
  entropy: number;
}

export interface FightBeliefs {
  options: Record<string, number>;
  zones: Record<string, number>;
  in_hand: Record<string, number>;
  under_token: Record<string, number>;
}

export interface Beliefs {
  hunt: HuntBeliefs | null;
  fight: FightBeliefs | null;
}

export type Member = "quint" | "brody" | "hooper";
export const MEMBERS: readonly Member[] = ["quint", "brody", "hooper"];
/** A crew member's colour: seat 0 is the shark. */
export const seatOf = (member: string): number => 1 + MEMBERS.indexOf(member as Member);

export interface Point {
  x: number;
  y: number;
}

/** What can be done at a place of the board, or why nothing can. */
export type At = (spot: string) => { offers: Offered[]; why: string };
