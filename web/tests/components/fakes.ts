/** What components are given in place of a server. */
import { vi } from "vitest";
import type { Offered } from "../../src/boards/contract";
import type { Known, Seen } from "../../src/lib/merge";
import type { LiveTable } from "../../src/lib/table.svelte";
import type { GameInfo, Option, Question, Seat, Table } from "../../src/lib/types";

export const seat = (name: string, change: Partial<Seat> = {}): Seat => ({
  seat: name,
  side: name,
  name,
  people: [],
  bot: null,
  connected: true,
  away: false,
  to_act: false,
  deadline: null,
  kept_for: [],
  ...change,
});

export const table = (change: Partial<Table> = {}): Table =>
  ({
    id: "abc",
    game: "get-bit",
    title: "Get Bit!",
    seats: [seat("swimmer 1", { people: ["Ann"] }), seat("swimmer 2", { bot: "easy" })],
    rematch: null,
    seed: null,
    commitment: "0".repeat(64),
    take_back: null,
    settings: {},
    ...change,
  }) as Table;

export const offer = (action: string, change: Partial<Offered> = {}): Offered => ({
  seat: "swimmer 1",
  action,
  label: action,
  verb: action,
  parts: {},
  key: "",
  final: false,
  gives_away: "",
  short: "",
  ...change,
});

export const question = (offers: Offered[], change: Partial<Question> = {}): Question =>
  ({
    seat: "swimmer 1",
    prompt: "Pick a card.",
    actions: offers,
    decisions: 0,
    can_undo: false,
    ...change,
  }) as Question;

export const seen = (questions: Question[]): Seen => ({
  viewer: "swimmer 1",
  view: {},
  prompt: questions[0]?.prompt ?? "",
  questions,
  lines: [],
});

/** A table whose server takes everything, unless told otherwise. */
export function live(known: Partial<Known> = {}, change: Partial<LiveTable> = {}) {
  const send = vi.fn(async (_wish: Parameters<LiveTable["send"]>[0]) => true);
  const you = { rooms: ["table"], seats: [], hosting: false, welcome: [], removed: [], may_remove: {} };
  const told = { cursor: "", chat: [], eyes: [], result: null, you };
  const seats = { mine: [], isMine: () => false, isWelcome: () => false, removable: () => [] };
  const fake = { known: { ...told, ...known }, hosting: false, isSending: () => false, send, ...seats, ...change };
  return { live: fake as unknown as LiveTable, send };
}

export const option = (value: unknown, change: Partial<Option> = {}): Option =>
  ({
    key: "shark.tokens",
    value,
    about: "what it is",
    source: "sheet",
    choices: null,
    limits: null,
    ...change,
  }) as Option;

export const game = (change: Partial<GameInfo> = {}): GameInfo =>
  ({
    name: "jaws",
    title: "JAWS",
    players: [2, 3, 4],
    usual_players: 2,
    levels: ["easy", "medium"],
    ...change,
  }) as GameInfo;

/** The pretended browser has no dialogs of its own. */
export function pretendDialogs(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
}
