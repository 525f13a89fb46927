/** What a board is given, and what it gives back.

A board draws a view and reports which of the offered actions was picked. It knows no rules: what is legal, what
happened and what anybody may know comes from the server. It knows the verbs of actions and the kinds of events, to find
the space, card or die they touch; it reads no names and no labels.
*/
import type { Component } from "svelte";
import type { Blocked, Happened, Offer } from "../lib/types";

/** Who sits where; a seat's place in the list is the number games use for it. */
export interface Sitter {
  seat: string; // "swimmer 1"
  side: string; // the viewer that looks for it
  name: string; // "Ann"
  mine: boolean;
  bot: boolean;
}

/** A legal action of one of my seats: a verb, and the parts it touches by their kind. */
export type Offered = Offer & { seat: string };

/** Something one of my seats can see and cannot pick now, and why. */
export type Barred = Blocked & { seat: string };

/** One step as it is being told: what happened in it, in order. */
export interface Moment {
  happened: Happened[];
  number: number; // grows with each step shown: something new to animate
  time?: number; // milliseconds until the next step, at the pace the player has set
}

export interface BoardProps<View = unknown> {
  view: View; // while a turn is played back: as it was then
  viewer: string; // whose eyes these are: a side, or "spectator"
  sitters: Sitter[];
  offers: Offered[]; // empty while a turn is played back, in replays and for who only watches
  blocked: Barred[]; // the same
  moment: Moment | null; // the step that led to this view, if it was seen happening
  truth: Record<string, View> | null; // everybody's view, once everything is turned over
  beliefs: unknown; // the game's own odds when the player has laid them over the board, else null
  hinted: string | null; // the action a hint has named
}

/** A lesson of the guided first game: shown once, when its time has come. */
export interface Lesson<View = unknown> {
  id: string;
  when: (now: { view: View; offers: Offered[]; happened: Happened[]; prompt: string; over: boolean }) => boolean;
  title: string;
  text: string; // one to three short sentences
  at?: string; // CSS selector of what it points to on the board
}

/** What `boards/<game>/index.ts` exports as `board`. It is loaded when a table of the game is opened. */
export interface BoardModule {
  Board: Component<BoardProps<any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** How long a step wants to be looked at, in milliseconds at the normal pace; 0: nothing to see. */
  lasts: (happened: Happened[]) => number;
  /** What it sounds like, if anything. */
  sound: (happened: Happened[]) => SoundName | null;
  lessons: Lesson<any>[]; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** The quick table a guided first game is played at, with the seat the learner takes. */
  firstGame: { players: number; settings: Record<string, unknown>; seats: string[]; bot: string };
  /** Words for the switch that lays the odds over the board; empty if the board does not draw them. */
  overlay: string;
}

export type SoundName =
  "splash" | "dice" | "card" | "bite" | "crack" | "barrel" | "bell" | "bubbles" | "wave" | "win" | "lose";
