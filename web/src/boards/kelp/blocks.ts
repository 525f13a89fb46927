/** Blocks: what sort each is, and which is which while they move about. */
import type { Happened } from "../../lib/types";

export type Sort = "octopus" | "shell" | "trap" | "food";

const SORTS: Record<string, Sort> = {
  octopus: "octopus",
  shell: "shell",
  "double shell": "shell",
  "current trap": "trap",
  "currents trap": "trap",
  "hide trap": "trap",
  "den trap": "trap",
  crab: "food",
  snail: "food",
  lobster: "food",
  abalone: "food",
};

export const sortOf = (block: string): Sort => SORTS[block] ?? "shell";

/** After these events: which block is now in each zone, so that it can be drawn moving there. */
export function moved(ids: number[], happened: Happened[]): number[] {
  const now = [...ids];
  for (const { kind, details } of happened) {
    const [a, b] = details;
    if (kind === "swapped") [now[a], now[b]] = [now[b]!, now[a]!];
    // What comes out of the bag or from beside the board is another block.
    if (kind === "named") now[a] = Math.max(...now) + 1;
    if (kind === "gained_block") now[b] = Math.max(...now) + 1;
  }
  return now;
}
