/** What the server says about Get Bit!, under shorter names. */
import type { components } from "../../lib/api";

export type View = components["schemas"]["GetBitView"];

/** How a card may fare, if all others choose at random. */
export interface Chance {
  card: string; // the action
  clash: number;
  last: number;
  bites: number;
}

export interface Beliefs {
  tie: number;
  cards: Record<string, Chance[]>; // by seat
}
