/** What the plain board finds to pick. It knows no game: whatever the view calls by the name that an action gives to what
it touches is that thing. A record with `cave: 3`, or a 3 in a list `caves`, is touched by `look 3`. */
import { createContext } from "svelte";
import { kindOf } from "../lib/shape";
import type { Offered } from "./contract";

export interface Picking {
  offers: Offered[];
  hinted: string | null;
}

export const [picking, setPicking, isPicking] = createContext<() => Picking>();

/** The actions that touch a record of the view. */
export const touching = (offers: Offered[], item: unknown): Offered[] =>
  offers.filter(({ parts }) =>
    Object.entries(parts ?? {}).some(([kind, value]) => (item as Record<string, unknown> | null)?.[kind] === value),
  );

/** The actions that touch a plain value in a list of this name. */
export const touchingIn = (offers: Offered[], name: string, value: unknown): Offered[] =>
  offers.filter(({ parts }) => value !== null && (parts?.[kindOf(name)] === value || parts?.[name] === value));
