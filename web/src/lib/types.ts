/** Short names for the generated types; what a game shows in its view is its own and stays unknown here. */
import type { components } from "./api";

type Schemas = components["schemas"];

export type Ack = Schemas["Ack"];
export type Blocked = Schemas["Blocked"];
export type ChatLine = Schemas["ChatLine"];
export type Created = Schemas["Created"];
export type Happened = Schemas["Happened"];
export type Frame = { happened: Happened[]; view: unknown };
export type Eyes = Omit<Schemas["Eyes"], "view" | "frames"> & { view: unknown; frames?: Frame[] };
export type GameInfo = Schemas["GameInfo"];
export type GameOptions = { options: Option[] };
export type Heard = Schemas["Heard"];
export type Help = Schemas["Help"];
export type Hint = Schemas["Hint"];
export type Beliefs = { beliefs: unknown };
export type Lab = Schemas["Lab"];
export type LabSlice = Schemas["LabSlice"];
export type Me = Schemas["Me"];
export type Offer = Schemas["Offer"];
export type Option = Omit<Schemas["Option"], "value"> & { value: unknown };
export type Pace = Schemas["Pace"];
export type Plan = Schemas["Plan"];
export type PlannedSeat = Schemas["PlannedSeat"];
export type Question = Schemas["Question"];
export type Result = Schemas["Result"];
export type Replay = Omit<Schemas["Replay"], "table"> & { table: Table };
export type ReplayStep = Schemas["ReplayStep"];
export type ReplayViews = Omit<Schemas["ReplayViews"], "views"> & { views: Record<string, unknown> };
export type Seat = Schemas["Seat"];
export type SeatTicket = Schemas["SeatTicket"];
export type Table = Omit<Schemas["Table"], "settings"> & { settings: Record<string, unknown> };
export type TableLine = Schemas["TableLine"];
export type Tables = Schemas["Tables"];
export type TakeBack = Schemas["TakeBack"];
export type You = Schemas["You"];
export type Update = Omit<Schemas["Update"], "eyes" | "table"> & { eyes: Eyes[]; table: Table };

export interface LabQuestion {
  game: string;
  players: number;
  bot: string;
  settings: Record<string, unknown>;
  first: number;
}

export interface NewTable {
  game: string;
  players?: number;
  settings?: Record<string, unknown>;
  public?: boolean;
  pace?: Pace;
  crew_room?: boolean;
  bots?: Record<string, string>;
  sit?: string[];
  start?: boolean;
}

/** What somebody wants, before it has an id. */
export type Wish =
  | { type: "act"; seat: string; action: string; asked: string }
  | { type: "undo" | "ask_back" | "sit" | "leave" | "back" | "void_links"; seat: string }
  | { type: "remove"; seat: string; name: string }
  | { type: "answer_back"; agree: boolean }
  | { type: "say"; text: string; room?: string }
  | { type: "set_bot"; seat: string; level: string | null }
  | { type: "mix"; seat: string; word: string }
  | { type: "start" | "rematch" };

export type Command = Wish & { id: string };
