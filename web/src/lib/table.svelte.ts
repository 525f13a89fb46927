/** One table as the pages see it: what is known, the state of the line, and what is on its way. */
import { clock } from "./clock.svelte";
import { Line, type LineState } from "./live";
import { merge, type Known } from "./merge";
import { Stage } from "./stage.svelte";
import type { Seat, Update, Wish } from "./types";
import { words } from "./words";

export class LiveTable {
  known: Known | null = $state.raw(null);
  line: LineState = $state("connecting");
  gone: string | null = $state(null); // why there is no table to see
  error: string | null = $state(null); // the last refusal, until something else succeeds
  sending: Wish[] = $state.raw([]);
  #line: Line;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- kept, never shown
  #stages = new Map<string, Stage>();
  #acted = false; // whether the next step is my own

  constructor(readonly id: string) {
    this.#line = new Line(id, {
      update: (update) => {
        this.#tell(update);
        this.known = merge(this.known, update);
        clock.set(update.table.now);
      },
      state: (state) => (this.line = state),
      gone: (why) => (this.gone = why),
      cursor: () => this.known?.cursor ?? "",
    });
  }

  /** Where this viewer is told what happens. */
  stage(viewer: string): Stage {
    let stage = this.#stages.get(viewer);
    if (!stage) this.#stages.set(viewer, (stage = new Stage()));
    return stage;
  }

  #tell(update: Update): void {
    for (const eyes of update.eyes) this.stage(eyes.viewer).hear(eyes, this.#acted);
    if (update.eyes.some((eyes) => eyes.frames?.length)) this.#acted = false;
  }

  get table() {
    return this.known?.table ?? null;
  }

  get hosting(): boolean {
    return this.known?.you.hosting ?? false;
  }

  get mine(): Seat[] {
    return this.table?.seats.filter((seat) => this.isMine(seat)) ?? [];
  }

  isMine(seat: Seat): boolean {
    return this.known?.you.seats.includes(seat.seat) ?? false;
  }

  /** Whether I can sit down there by myself, whoever has the seat now: I got up from it, or it is kept for me. */
  isWelcome(seat: Seat): boolean {
    return this.known?.you.welcome.includes(seat.seat) ?? false;
  }

  /** Names of those whom I can remove from a seat. */
  removable(seat: Seat): string[] {
    return this.known?.you.may_remove[seat.seat] ?? [];
  }

  /** Whether the server took it; a refusal is shown in the server's words. */
  async send(wish: Wish): Promise<boolean> {
    this.sending = [...this.sending, wish];
    this.#acted ||= wish.type === "act";
    const ack = await this.#line.send(wish);
    this.sending = this.sending.filter((other) => other !== wish);
    this.error = ack.ok ? null : (ack.error ?? words.errors.refused);
    return ack.ok;
  }

  isSending(type: Wish["type"], seat?: string): boolean {
    return this.sending.some((wish) => wish.type === type && (!seat || ("seat" in wish && wish.seat === seat)));
  }

  close(): void {
    this.#line.close();
  }
}
