/** What I know of a table: each update replaces most of it and adds the new lines to those I have. */
import type { ChatLine, Eyes, Heard, Question, Result, Table, Update, You } from "./types";

export interface Seen {
  viewer: string;
  view: unknown;
  prompt: string;
  questions: Question[];
  lines: Heard[];
}

export interface Known {
  cursor: string;
  table: Table;
  you: You;
  eyes: Seen[];
  chat: ChatLine[];
  result: Result | null;
}

/** Lines with numbers up to `keep` still stand, later ones were taken back. */
function joined<Line extends { number: number }>(have: Line[], keep: number, added: Line[]): Line[] {
  const kept = have.filter((line) => line.number <= keep);
  return kept.length === have.length && !added.length ? have : [...kept, ...added];
}

export function merge(known: Known | null, update: Update): Known {
  const before = new Map(known?.eyes.map((seen) => [seen.viewer, seen.lines]));
  const see = ({ viewer, view, prompt, questions, keep, heard }: Eyes): Seen => ({
    viewer,
    view,
    prompt,
    questions,
    lines: joined(before.get(viewer) ?? [], keep, heard),
  });
  return {
    cursor: update.cursor,
    table: update.table,
    you: update.you,
    eyes: update.eyes.map(see),
    chat: joined(known?.chat ?? [], update.keep_chat, update.chat),
    result: update.result ?? null,
  };
}
