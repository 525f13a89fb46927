/** Shark Attacks!: beach, sea and dice. */
import type { BoardModule } from "../contract";
import { lengthOf } from "../kit/story.svelte";
import { beatsOf, sound } from "./beats";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import { words } from "./words";

export const board: BoardModule = {
  Board,
  lasts: (happened) => lengthOf(beatsOf(happened)),
  sound,
  lessons,
  firstGame: { players: 2, settings: { target: 50 }, seats: ["player 1"], bot: "beginner" },
  overlay: words.overlay,
};
