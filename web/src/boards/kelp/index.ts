/** The drawn board of Kelp. */
import type { BoardModule } from "../contract";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import { final, lasts, sound } from "./moments";
import { words } from "./words";

export const board: BoardModule = {
  Board,
  lasts,
  sound,
  final,
  lessons,
  firstGame: { players: 2, settings: {}, seats: ["shark"], bot: "easy" },
  overlay: words.overlay,
};
