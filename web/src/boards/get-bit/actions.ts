/** What an offer is about: a card to play, a bite of the shark's, a limb to give up. */
import { numberOf as numberIn, textOf, type Touch } from "../kit/places";

type Maybe = Touch | null | undefined;

export const numberOf = (touch: Maybe): number | null => (touch?.verb === "card" ? numberIn(touch, "card") : null);
export const biteOf = (touch: Maybe): string | null => (touch?.verb === "bite" ? textOf(touch, "card") : null);
export const limbOf = (touch: Maybe): string | null => (touch?.verb === "lose" ? textOf(touch, "limb") : null);
