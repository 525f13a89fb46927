/** Tells a viewer step by step what came at once: the view and the moment a board shows, until it is the present. */
import type { Moment } from "../boards/contract";
import type { Eyes, Frame, Happened } from "./types";

/** How whoever looks wants to be told. */
export interface Telling {
  lasts(happened: Happened[]): number; // milliseconds at the normal pace; 0: nothing to see
  speed(): number; // 1 is normal, 2 twice as fast; 0: everything at once
  shown(happened: Happened[]): void; // a step is on the stage now
}

type News = Pick<Eyes, "view" | "keep" | "heard" | "frames">;

interface Step extends Frame {
  own: boolean; // what I did myself, if nothing came of it, I need not look at for long
}

const MOST = 60; // steps; who has missed more than that is shown the present
const OWN = 0.5; // of the time

export class Stage {
  view: unknown = $state.raw();
  moment: Moment | null = $state.raw(null);
  playing = $state(false);
  /** The last event that was told; everything in the present. */
  upTo = $state(Infinity);

  #present: unknown;
  #steps: Step[] = [];
  #known = 0; // events this viewer has heard of
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling: Telling | null = null;

  /** The news of an update, and whether it answers something I did. */
  hear({ view, keep, heard, frames = [] }: News, own = false): void {
    const undone = keep < this.#known;
    const known = Math.max(keep, numberOf(heard), numberOf(frames.at(-1)?.happened));
    const missed = known > this.#known && !frames.length;
    this.#known = known;
    this.#present = view;
    if (!this.#telling) this.#steps = []; // who was not looking is told the latest only
    this.#steps.push(
      ...frames.map((frame, place) => ({ ...frame, own: own && place === 0 && frame.happened.length === 1 })),
    );
    if (undone || missed || this.#steps.length >= MOST) this.finish();
    else if (!this.playing && this.#telling) this.#next();
    else if (!this.#telling) this.view = view;
  }

  /** Somebody looks now; what is returned ends that. */
  watch(telling: Telling): () => void {
    this.#telling = telling;
    if (this.#steps.length) this.#next();
    return () => {
      if (this.#telling !== telling) return;
      this.#telling = null;
      this.finish();
    };
  }

  /** Straight to the present. */
  finish(): void {
    this.#steps = [];
    this.moment = null;
    this.#settle();
  }

  #next(): void {
    const speed = this.#telling?.speed() ?? 0;
    if (!speed) return this.#atOnce();
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      const time = (this.#telling?.lasts(step.happened) ?? 0) / speed;
      if (time > 0) return this.#show(step, step.own ? time * OWN : time);
    }
    this.#settle();
  }

  #show({ view, happened }: Step, time: number): void {
    this.view = view;
    this.moment = { happened, number: ++this.#number, time };
    this.upTo = numberOf(happened);
    this.playing = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), time);
    this.#telling?.shown(happened);
  }

  #atOnce(): void {
    const last = this.#steps.at(-1);
    if (!last) return this.#settle();
    this.finish();
    this.#telling?.shown(last.happened);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.view = this.#present;
    this.upTo = Infinity;
    this.playing = false;
  }
}

const numberOf = (told: { number: number }[] | undefined) => told?.at(-1)?.number ?? 0;
