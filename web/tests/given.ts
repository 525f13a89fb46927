/** What tests give to boards. */
import type { Offered } from "../src/boards/contract";

export const offered = (seat: string, verb: string, parts: Offered["parts"] = {}, action = verb): Offered => ({
  seat,
  action,
  label: action,
  verb,
  parts,
  key: "",
  final: false,
  gives_away: "",
  short: "",
});
