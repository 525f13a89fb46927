/** The boards somebody has drawn, each loaded when it is needed first. */
import type { BoardModule } from "./contract";

const drawn: Record<string, () => Promise<{ board: BoardModule }>> = {
  jaws: () => import("./jaws/index"),
  kelp: () => import("./kelp/index"),
  "shark-attacks": () => import("./shark-attacks/index"),
  "get-bit": () => import("./get-bit/index"),
};

const loaded = new Map<string, Promise<BoardModule | null>>();

export const isDrawn = (game: string) => game in drawn;

export function boardOf(game: string): Promise<BoardModule | null> {
  let found = loaded.get(game);
  if (!found) {
    found = drawn[game]?.().then((module) => module.board) ?? Promise.resolve(null);
    found.catch(() => loaded.delete(game)); // the next visit tries again
    loaded.set(game, found);
  }
  return found;
}
