/** What the player points at and picks: set by whoever shows the board, used by the things on it. */
import type { Offered } from "../contract";

class Hand {
  /** What is pointed at (hover, focus, long press), on the board or in the list: boards preview it. */
  pointed: Offered | null = $state.raw(null);

  /** Take this action; the table asks once more where the player wants that. */
  pick: (offer: Offered) => void = () => undefined;

  isAt({ seat, action }: Offered): boolean {
    return this.pointed?.action === action && this.pointed.seat === seat;
  }

  leave(offer: Offered): void {
    if (this.isAt(offer)) this.pointed = null;
  }
}

export const hand = new Hand();
