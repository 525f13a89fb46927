/** What all parts of the board look at: the view with its secrets turned over, what can be picked where, what is pointed at. */
import { createContext } from "svelte";
import type { BoardProps, Offered } from "../contract";
import { hand } from "../kit/hand.svelte";
import { told } from "../kit/story.svelte";
import { turned, type Point } from "./layout";
import { meaning, placed, type Meaning } from "./actions";
import { story } from "./scene";
import type { Beliefs, Card, View } from "./view";

export class Kelp {
  readonly #props: () => BoardProps<View>;
  /** The die in hand: taken up by a click, put down by the next one on a zone or space. */
  held: string | null = $state(null);

  readonly #teller;

  constructor(props: () => BoardProps<View>) {
    this.#props = props;
    this.#teller = told(story, props);
  }

  readonly view = $derived.by(() => this.#props().view);
  readonly scene = $derived.by(() => this.#teller.scene);
  readonly viewer = $derived.by(() => this.#props().viewer);
  readonly beliefs = $derived.by(() => this.#props().beliefs as Beliefs | null);
  readonly offers = $derived.by(() => this.#props().offers);
  readonly #placed = $derived.by(() => placed(this.offers, this.#props().blocked, this.view));

  /** The octopus's own eyes, where they are open to everybody. */
  readonly told = $derived.by(() => this.#props().truth?.["octopus"] ?? this.view);
  readonly zones = $derived.by(() =>
    this.view.zones.map((zone, n) => ({ ...zone, block: zone.block ?? this.told.zones[n]?.block ?? null })),
  );
  readonly isTurned = $derived.by(() => this.viewer === "octopus");

  readonly pointed = $derived.by((): Meaning | null => this.#mean(hand.pointed));
  readonly hinted = $derived.by((): Meaning | null =>
    this.#mean(this.offers.find(({ action }) => action === this.#props().hinted)),
  );
  /** The die in hand, as long as there is somewhere to put it. */
  readonly holding = $derived.by(() => (this.held && this.places(this.held) ? this.held : null));

  name(seat: number): string {
    return this.#props().sitters[seat]?.name ?? "";
  }

  /** A place as this viewer sees it. */
  seen(point: Point): Point {
    return turned(point, this.isTurned);
  }

  /** What is printed on a card of the octopus. */
  card(name: string): Card {
    return this.view.printed.cards[name] ?? {};
  }

  at(place: string): Offered[] {
    const offers = this.#placed.at(place);
    const fitting = this.holding ? offers.filter((offer) => this.#mean(offer)?.die === this.holding) : [];
    return fitting.length ? fitting : offers;
  }

  /** Whether something can be done with this die on a zone or a space. */
  places(die: string): boolean {
    return this.offers.some((offer) => {
      const meant = this.#mean(offer);
      return meant?.die === die && (meant.space || meant.zones);
    });
  }

  marks(place: string): { pointed: boolean; hinted: boolean } {
    return {
      pointed: this.pointed?.places.includes(place) ?? false,
      hinted: this.hinted?.places.includes(place) ?? false,
    };
  }

  /** Why nothing can be done there, if the rules have something to say about it. */
  why(place: string): string {
    return this.#placed.why(place);
  }

  #mean(offer: Offered | null | undefined): Meaning | null {
    return offer ? meaning(offer, this.view) : null;
  }
}

export const [getKelp, setKelp] = createContext<Kelp>();
