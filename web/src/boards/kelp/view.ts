/** What the server says about Kelp, under shorter names. */
import type { components } from "../../lib/api";

type Schemas = components["schemas"];
export type View = Schemas["KelpView"];
export type Printed = View["printed"];
export type Card = Partial<Printed["cards"][string]>; // what is 0 or no does not travel
export type Zone = Schemas["KelpZone"];

export interface Beliefs {
  octopus: number[];
  blocks: Record<string, number>[];
  exact: boolean;
  entropy: number;
  hand: Record<string, number>;
}
