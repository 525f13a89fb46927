/** The drawn board of Kelp. */
import type { BoardModule } from "../contract";
import { lengthOf } from "../kit/story.svelte";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import { beatsOf, sound } from "./beats";
import { words } from "./words";

export const board: BoardModule = {
  Board,
  lasts: (happened) => lengthOf(beatsOf(happened)),
  sound,
  lessons,
  firstGame: { players: 2, settings: {}, seats: ["shark"], bot: "beginner" },
  overlay: words.overlay,
};
