/** Shark Attacks!: beach, sea and dice. */
import type { Happened } from "../../lib/types";
import type { BoardModule, SoundName } from "../contract";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import { lasts } from "./tell";
import { words } from "./words";

// The loudest of what happened in a step is heard.
const SOUNDS: [string, SoundName][] = [
  ["won", "win"],
  ["ate", "bite"],
  ["party", "bell"],
  ["ashore", "splash"],
  ["banked", "wave"],
  ["weather", "dice"],
  ["fled", "splash"],
  ["entered", "dice"],
  ["sign_up", "crack"],
];

export const board: BoardModule = {
  Board,
  lasts,
  sound: (happened: Happened[]) => SOUNDS.find(([kind]) => happened.some((event) => event.kind === kind))?.[1] ?? null,
  final: () => true, // after each decision dice are thrown: one's own, or the next player's
  lessons,
  firstGame: { players: 2, settings: { target: 50 }, seats: ["player 1"], bot: "easy" },
  overlay: words.overlay,
};
