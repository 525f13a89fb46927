/** The one bubble beside a thing on the board: what it is, and what can be done with it. */
import type { Offered } from "../contract";

interface Tip {
  node: Element;
  title: string;
  text: string;
  offers: Offered[]; // what can be done here; more than one means that the bubble asks which
  asking: boolean; // opened by a click: it stays and its offers are buttons
}

class Tips {
  current: Tip | null = $state.raw(null);

  show(tip: Tip): void {
    if (!this.current?.asking || tip.asking) this.current = tip;
  }

  hide(node?: Element): void {
    if (!node || (this.current?.node === node && !this.current.asking)) this.current = null;
  }
}

export const tips = new Tips();
