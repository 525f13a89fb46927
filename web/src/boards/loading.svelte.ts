/** The drawn board of a game, on its way or there. */
import type { BoardModule } from "./contract";
import { boardOf } from "./modules";

export class Drawing {
  module: BoardModule | null = $state.raw(null); // null: nobody has drawn one, or it did not come
  waiting = $state(true);
  failed = $state(false);

  async load(game: string): Promise<void> {
    [this.waiting, this.failed] = [true, false];
    try {
      this.module = await boardOf(game);
    } catch {
      this.failed = true;
    }
    this.waiting = false;
  }
}
