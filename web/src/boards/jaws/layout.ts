/** Where everybody is, on the map that the act is played on: Amity Island (`island.ts`), or the Orca (`orca.ts`).

Events number beaches and members of the crew; here they find their places.
*/
import { angleOf, BEACHES, polar, sailorSlot } from "./island";
import { crewSlot, tileMiddle, waterMiddle } from "./orca";
import type { Island, Orca, Point } from "./view";

// Amity Island
export const beachOf = (number: number): string => BEACHES[number] ?? "N";
export const shore = (number: number): Point => polar(angleOf(beachOf(number)), 172);

export function sailorAt(island: Island, member: number): Point {
  const sailor = island.crew[member];
  return sailor ? sailorSlot(sailor.name, sailor.space) : polar(0, 0);
}

// The Orca
export function fighterAt(orca: Orca, member: number): Point {
  const at = orca.crew[member]?.space;
  return at ? crewSlot(at, member) : tileMiddle(2);
}

/** Where it has come up; while it is down, where it is drawn waiting. */
export const sharkAt = (orca: Orca): Point => waterMiddle(orca.zone ?? 2);
