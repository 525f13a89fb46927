import { expect, it } from "vitest";
import { named } from "../src/boards/kit/naming";

it("keeps a name that has what is written on the thing in it", () => {
  expect(named("Swim with a 5. High cards end up in front", "5")).toBe("Swim with a 5. High cards end up in front");
  expect(named("Press on: event die", "Press on")).toBe("Press on: event die");
  expect(named("Zone 2", "")).toBe("Zone 2");
});

it("begins with what is written where the name has other words", () => {
  expect(named("Bank 8 points", "Bank 8 the turn ends")).toBe("Bank 8 the turn ends. Bank 8 points");
  expect(named("Move to 15", "5")).toBe("5. Move to 15");
});
