/** Plays the beats of a step one after the other; ends at once where movement is not wanted. */
import { prefersReducedMotion } from "svelte/motion";
import type { Moment } from "../contract";
import type { View } from "./look";
import { rest, scenesOf, type Scene } from "./scene";
import { beatsOf, lasts, timeOf } from "./story";

export class Stage {
  scene: Scene = $state.raw() as Scene;
  #view: View;
  #told = -1; // number of the moment that was told last
  #timer: ReturnType<typeof setTimeout> | undefined;
  #playing = false;
  #faceUp = new Map<number, number>();
  #sharkCard: string | null = null;

  constructor(view: View) {
    this.#view = view;
    this.scene = rest(view);
  }

  /** The board was given this view, and what led to it. */
  show(view: View, moment: Moment | null): void {
    const before = this.#view;
    this.#view = view;
    if (moment && moment.number !== this.#told) {
      this.#told = moment.number;
      this.#tell(before, view, moment);
    } else if (!moment && view !== before) {
      this.#forget();
      this.#settle();
    } else if (!this.#playing) this.#settle();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tell(before: View, after: View, { happened, time }: Moment): void {
    clearTimeout(this.#timer);
    const beats = beatsOf(happened);
    const turned = beats.find((beat) => beat.kind === "turn");
    const scenes = scenesOf(before, beats, this.#faceUp, this.#sharkCard);
    if (turned) [this.#faceUp, this.#sharkCard] = [turned.cards, turned.shark];
    this.#playing = true;
    // A card laid face down moves by itself.
    const quiet = beats.every((beat) => beat.kind === "chose" || beat.kind === "round");
    if (quiet || prefersReducedMotion.current || before === after) this.#settle();
    else this.#play(scenes, (time ?? lasts(happened)) / Math.max(1, lasts(happened)));
  }

  #play([scene, ...later]: Scene[], pace: number): void {
    if (!scene?.beat) return this.#settle();
    this.scene = scene;
    const time = timeOf(scene.beat) * pace;
    if (time) this.#timer = setTimeout(() => this.#play(later, pace), time);
    else this.#play(later, pace);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#playing = false;
    this.scene = rest(this.#view, this.#faceUp, this.#sharkCard);
  }

  #forget(): void {
    [this.#faceUp, this.#sharkCard] = [new Map(), null];
  }
}
