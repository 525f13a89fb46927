/** What the server says about Shark Attacks!, under shorter names. */
import type { components } from "../../lib/api";

export type View = components["schemas"]["SharkAttacksView"];

/** What pressing on may bring, as the server reckons it. */
export interface Odds {
  sun: number;
  rain: number;
  shark: number;
  party: number;
  safe_flight: number;
  flight_points: number;
  flight_signs: number;
  bank_points: number;
}
