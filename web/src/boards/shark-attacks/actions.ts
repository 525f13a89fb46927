/** What an offer is about. */
import type { Barred, Offered } from "../contract";

export const BANK = "bank";
export const PRESS = "press on";
export const TAKE_SIGN = "take sign";

export const offersTo = (offers: Offered[], verb: string): Offered[] => offers.filter((offer) => offer.verb === verb);

/** What is offered, or refused, about taking a sign from the beach of this seat. */
export const signsFrom = <Touch extends Offered | Barred>(touches: Touch[], seat: string): Touch[] =>
  touches.filter(({ verb, parts }) => verb === TAKE_SIGN && parts["seat"] === seat);
