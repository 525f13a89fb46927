/** A finished match that can be walked through: where we are, what everybody saw there, and what has just happened. */
import type { Moment } from "../boards/contract";
import { api } from "./http";
import type { Happened, Replay, ReplayStep } from "./types";

/** How whoever looks wants it shown. */
export interface Projector {
  lasts(happened: Happened[]): number; // milliseconds at the normal pace
  speed(): number; // 0 counts as normal: who presses play wants to see something
  shown(happened: Happened[]): void;
}

type Views = Record<string, unknown>;

const LEAST = 700; // milliseconds a step stands still, at the normal pace
const QUIET = 150; // the same for a step of which these eyes saw nothing
const AHEAD = 2; // steps that are fetched before they are needed

export class Film {
  at = $state(0); // 0 is the start, n is after the n-th step
  playing = $state(false);
  eyes: string | null = $state(null); // null sees everything
  views: Views = $state.raw({});
  moment: Moment | null = $state.raw(null);
  problem = $state("");

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- kept, never shown
  #kept = new Map<number, Promise<Views>>();
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: Replay,
    readonly projector: Projector,
    readonly look: (ply: number) => Promise<Views> = async (ply) => (await api.replayViews(replay.table.id, ply)).views,
  ) {}

  get length(): number {
    return this.replay.steps.length;
  }

  get step(): ReplayStep | undefined {
    return this.replay.steps[this.at - 1];
  }

  /** Go somewhere and stay there; one step on is shown happening. */
  go(to: number): Promise<void> {
    this.playing = false;
    return this.#show(to, to === this.at + 1);
  }

  see(eyes: string | null): void {
    this.eyes = eyes !== null && this.replay.viewers.includes(eyes) ? eyes : null;
    this.moment = null;
  }

  toggle(): void {
    clearTimeout(this.#timer);
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.at < this.length) void this.#show(this.at + 1, true);
    else void this.#show(0, false);
  }

  close(): void {
    this.playing = false;
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  async #show(to: number, happening: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.at = Math.max(0, Math.min(this.length, to));
    let views: Views;
    try {
      views = await this.#looked(this.at);
    } catch (error) {
      [this.playing, this.problem] = [false, (error as Error).message];
      return;
    }
    if (turn !== this.#turn) return; // somebody has gone on meanwhile
    const happened = happening ? this.#heard() : [];
    this.views = views;
    const time = this.#time(happened);
    this.moment = happened.length ? { happened, number: turn, ...(this.playing && { time }) } : null;
    if (happened.length) this.projector.shown(happened);
    for (let next = this.at + 1; next <= Math.min(this.length, this.at + AHEAD); next++)
      void this.#looked(next).catch(() => 0);
    if (this.playing) this.#wait(time);
  }

  #time(happened: Happened[]): number {
    const least = happened.length || !this.at ? LEAST : QUIET;
    return Math.max(least, this.projector.lasts(happened)) / (this.projector.speed() || 1);
  }

  #wait(time: number): void {
    if (this.at >= this.length) {
      this.playing = false;
      return;
    }
    this.#timer = setTimeout(() => void this.#show(this.at + 1, true), time);
  }

  /** What these eyes heard of the step. */
  #heard(): Happened[] {
    const { eyes } = this;
    return (this.step?.happened ?? [])
      .map(({ kind, details, heard_by }, place) => ({ number: place + 1, kind, details, heard_by }))
      .filter(({ heard_by }) => eyes === null || heard_by.includes(eyes));
  }

  #looked(at: number): Promise<Views> {
    const ply = at ? (this.replay.steps[at - 1]?.ply ?? at) : 0;
    let found = this.#kept.get(ply);
    if (!found) {
      found = this.look(ply);
      found.catch(() => this.#kept.delete(ply)); // the next visit tries again
      this.#kept.set(ply, found);
    }
    return found;
  }
}
