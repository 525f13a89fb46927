/** What the player points at and picks: set by whoever shows the board, used by the things on it. */
import type { Offered } from "../contract";

class Hand {
  /** The action that is pointed at (hover, focus, long press), on the board or in the list: boards preview it. */
  pointed: string | null = $state(null);

  /** Take this action; the table asks once more where the player wants that. */
  pick: (offer: Offered) => void = () => undefined;
}

export const hand = new Hand();
