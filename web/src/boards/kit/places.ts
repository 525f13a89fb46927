/** Where on a board an action is picked.

A place is a name a board gives to one of its things: "water 5", "gear quint machete". What belongs to no thing that is
drawn goes to the bar of buttons beside the board, so that nothing that can be done is ever out of reach.
*/
import type { Barred, Offered } from "../contract";

/** What an action touches, whether it is offered or not. */
export type Touch = Pick<Offered, "seat" | "action" | "verb" | "parts">;

export const BAR = "bar";

export class Places {
  readonly #offers = new Map<string, Offered[]>();
  readonly #why = new Map<string, string>();

  /** `placesOf` says where something is picked; nowhere means the bar. */
  constructor(offers: Offered[], blocked: Barred[], placesOf: (touch: Touch) => string[]) {
    for (const offer of offers) {
      const places = placesOf(offer);
      for (const place of places.length ? places : [BAR]) this.#offers.set(place, [...this.at(place), offer]);
    }
    for (const one of blocked) for (const place of placesOf(one)) this.#why.set(place, one.why);
  }

  /** What can be done there. */
  at(place: string): Offered[] {
    return this.#offers.get(place) ?? [];
  }

  /** Both of them, as a thing is told. */
  spot(place: string): { offers: Offered[]; why: string } {
    return { offers: this.at(place), why: this.why(place) };
  }

  /** Why nothing can be done there now, if something is to be said about it. */
  why(place: string): string {
    return this.at(place).length ? "" : (this.#why.get(place) ?? "");
  }
}

/** A part in words, a part that is a number, a part that is several; empty, 0 or none where there is no such part. */
export const textOf = ({ parts }: Touch, kind: string): string => String(parts[kind] ?? "");
export const numberOf = ({ parts }: Touch, kind: string): number => Number(parts[kind] ?? 0);
export const numbersOf = ({ parts }: Touch, kind: string): number[] => [parts[kind] ?? []].flat().map(Number);

/** Whether one of these offers is the action of that name. */
export const names = (offers: Offered[], action: string | null): boolean =>
  action !== null && offers.some((offer) => offer.action === action);
