import { expect, it } from "vitest";
import { beside } from "../src/boards/kit/beside";

const window = { width: 360, height: 740 };
const bubble = { width: 200, height: 80 };
const at = (x: number, y: number, width = 40, height = 40) => ({ x, y, width, height });

it("stands above where there is room", () => {
  expect(beside(at(160, 300), bubble, window)).toEqual({ x: 80, y: 210 });
});

it("stands below what is at the top", () => {
  expect(beside(at(160, 20), bubble, window)).toEqual({ x: 80, y: 70 });
});

it("stays inside the window", () => {
  expect(beside(at(0, 300), bubble, window).x).toBe(8);
  expect(beside(at(320, 300), bubble, window).x).toBe(152);
});

it("stands to the side of what is as high as the window", () => {
  expect(beside(at(0, 0, 100, 740), bubble, window)).toEqual({ x: 110, y: 330 });
  expect(beside(at(260, 0, 100, 740), bubble, window)).toEqual({ x: 50, y: 330 });
});
