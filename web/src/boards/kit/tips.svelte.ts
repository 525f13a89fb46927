/** The one bubble beside a thing on the board: what it is, and what can be done with it. */
import type { Offered } from "../contract";

export interface Tip {
  node: Element;
  title: string;
  text: string;
  offers: Offered[]; // what can be done here; more than one means that the bubble asks which
  why: string; // the reason why nothing can be done, where the rules say one: the text ends with it
  asking: boolean; // opened by a click: it stays and its offers are buttons
}

class Tips {
  current: Tip | null = $state.raw(null);
  /** What is asked for now, told where something cannot be used. */
  prompt = $state("");

  show(tip: Tip): void {
    if (!this.current?.asking || tip.asking) this.current = tip;
  }

  hide(node?: Element): void {
    if (!node || (this.current?.node === node && !this.current.asking)) this.current = null;
  }

  asks(node: Element): boolean {
    return this.current?.node === node && this.current.asking;
  }

  /** The thing under the bubble has changed: the bubble changes with it, and closes where it asked something else. */
  renew(tip: Omit<Tip, "asking">): void {
    const before = this.current;
    if (before?.node !== tip.node) return;
    const same = before.offers.length === tip.offers.length;
    this.current = same || !before.asking ? { ...tip, asking: before.asking } : null;
  }
}

export const tips = new Tips();
