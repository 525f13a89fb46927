/** Shows a step's pictures one after the other; whoever gets a view without a story sees it at once. */
import { prefersReducedMotion } from "svelte/motion";
import type { Moment } from "../contract";
import { settle, type Scene, type View } from "./scene";
import { after, lasts, tell } from "./tell";

export class Telling {
  scene: Scene;
  #told = -1; // the moment shown last
  #timer: ReturnType<typeof setTimeout> | undefined;
  #view: View;
  #last: Scene; // the picture the story ends with

  constructor(view: View) {
    this.#view = view;
    this.#last = settle(null, view);
    this.scene = $state.raw(this.#last);
  }

  show(view: View, moment: Moment | null, names: string[]): void {
    const fresh = moment !== null && moment.number !== this.#told && !prefersReducedMotion.current;
    if (view === this.#view && !fresh) return;
    this.stop();
    // What was not told to its end counts as told.
    const before = settle(this.#last, this.#view);
    this.#view = view;
    if (!fresh) {
      this.scene = this.#last = settle(before, view);
      return;
    }
    this.#told = moment.number;
    const beats = tell(before, moment.happened, names);
    this.#last = beats.at(-1)?.scene ?? before;
    const pace = (moment.time ?? Infinity) / Math.max(1, lasts(moment.happened));
    this.#next(beats, Math.min(1, pace), view);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(beats: ReturnType<typeof tell>, pace: number, view: View): void {
    const [beat, ...rest] = beats;
    if (!beat) {
      this.scene = after(this.#last, view);
      return;
    }
    this.scene = beat.scene;
    this.#timer = setTimeout(() => this.#next(rest, pace, view), beat.ms * pace);
  }
}
