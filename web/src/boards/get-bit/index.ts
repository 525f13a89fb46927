import type { Happened } from "../../lib/types";
import type { BoardModule, SoundName } from "../contract";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import { lasts } from "./story";
import { words } from "./words";

/** Of all that happens in a step the loudest is heard. */
const LOUDEST: [kind: string, sound: SoundName][] = [
  ["won", "win"],
  ["out", "bite"],
  ["bitten", "bite"],
  ["miss", "wave"],
  ["reveal", "splash"],
  ["lined_up", "splash"],
  ["chose", "card"],
];

export const board: BoardModule = {
  Board,
  lasts,
  sound: (happened: Happened[]) => LOUDEST.find(([kind]) => happened.some((event) => event.kind === kind))?.[1] ?? null,
  final: (action) => !action.startsWith("lose "), // all cards may turn over after it
  lessons,
  firstGame: { players: 4, settings: {}, seats: ["swimmer 1"], bot: "easy" },
  overlay: words.overlay,
};
