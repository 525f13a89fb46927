/** What happened in a step, told as beats one after the other.

A board says in its `beats.ts` which beats events become and how long each is looked at, and in its `scene.ts` what each
changes in the picture. This plays them, at the pace of the moment, and ends with the picture of the view.
*/
import { onDestroy, untrack } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import type { Happened } from "../../lib/types";
import type { Moment, SoundName } from "../contract";

export interface Beat {
  ms: number; // how long it is looked at, at the normal pace
  calm?: boolean; // nothing moves in it: it is shown to those who want no movement, too
}

export interface Story<View, Scene, Told extends Beat> {
  /** Which beats a step becomes. */
  beats: (happened: Happened[]) => Told[];
  /** The picture of a view that nobody has seen come about, and the picture before it. */
  still: (view: View, before: Scene | null) => Scene;
  /** The picture while a beat is played; the view is what the step ends with. */
  during: (scene: Scene, beat: Told, view: View) => Scene;
  /** What stays of the last picture once everything is told. */
  after: (last: Scene, view: View) => Scene;
}

export const lengthOf = (beats: Beat[]): number => beats.reduce((sum, beat) => sum + beat.ms, 0);

/** Of all that happens in a step the loudest is heard: sounds and what makes them, loudest first. */
export const loudest =
  (sounds: [sound: SoundName, ...kinds: string[]][]) =>
  (happened: Happened[]): SoundName | null =>
    sounds.find(([, ...kinds]) => happened.some(({ kind }) => kinds.includes(kind)))?.[0] ?? null;

interface Picture<Scene, Told extends Beat> {
  beat: Told;
  scene: Scene;
}

/** A step's beats with the picture of each. */
export function pictures<View, Scene, Told extends Beat>(
  story: Story<View, Scene, Told>,
  before: Scene,
  happened: Happened[],
  view: View,
): Picture<Scene, Told>[] {
  let now = before;
  return story.beats(happened).map((beat) => ({ beat, scene: (now = story.during(now, beat, view)) }));
}

export class Teller<View, Scene, Told extends Beat> {
  scene: Scene = $state.raw() as Scene;
  readonly #story: Story<View, Scene, Told>;
  #view: View;
  #end: Scene; // the picture with which all that was told ends
  #told = -1; // number of the moment that was told last
  #playing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(story: Story<View, Scene, Told>, view: View) {
    this.#story = story;
    this.#view = view;
    this.scene = this.#end = story.still(view, null);
  }

  /** The board was given this view, and what led to it. */
  show(view: View, moment: Moment | null): void {
    const fresh = moment !== null && moment.number !== this.#told;
    if (!fresh && view === this.#view) return;
    this.#view = view;
    if (fresh) this.#tell(moment);
    else if (moment) this.#end = this.#story.after(this.#end, view);
    else this.#end = this.#story.still(view, this.#end);
    if (!moment || !this.#playing) this.#settle();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#playing = false;
  }

  #tell({ number, happened, time }: Moment): void {
    this.stop();
    this.#told = number;
    // What was not told to its end counts as told.
    const all = pictures(this.#story, this.#end, happened, this.#view);
    this.#end = this.#story.after(all.at(-1)?.scene ?? this.#end, this.#view);
    const length = lengthOf(all.map(({ beat }) => beat));
    const pace = (time ?? length) / Math.max(1, length);
    this.#play(prefersReducedMotion.current ? all.filter(({ beat }) => beat.calm) : all, pace);
  }

  #play([picture, ...later]: Picture<Scene, Told>[], pace: number): void {
    if (!picture) return this.#settle();
    this.#playing = true;
    this.scene = picture.scene;
    if (!picture.beat.ms) return this.#play(later, pace);
    this.#timer = setTimeout(() => this.#play(later, pace), picture.beat.ms * pace);
  }

  #settle(): void {
    this.stop();
    this.scene = this.#end;
  }
}

/** Tells a board's story from what the board is given, as long as the board is there. */
export function told<View, Scene, Told extends Beat>(
  story: Story<View, Scene, Told>,
  props: () => { view: View; moment: Moment | null },
): Teller<View, Scene, Told> {
  const teller = new Teller(
    story,
    untrack(() => props().view),
  );
  $effect.pre(() => {
    const { view, moment } = props();
    untrack(() => teller.show(view, moment));
  });
  onDestroy(() => teller.stop());
  return teller;
}
