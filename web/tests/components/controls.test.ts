import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import OptionField from "../../src/create/OptionField.svelte";
import { Film } from "../../src/lib/film.svelte";
import { api } from "../../src/lib/http";
import { route } from "../../src/lib/route.svelte";
import type { Option, Replay } from "../../src/lib/types";
import SeatPick from "../../src/parts/SeatPick.svelte";
import Transport from "../../src/replay/Transport.svelte";
import { game, option } from "./fakes";

const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("walking through a replay", () => {
  const steps = [1, 2, 3].map((ply) => ({ ply, happened: [] }));
  const replay = { table: { id: "abc" }, steps, viewers: [] } as unknown as Replay;
  const still = { lasts: () => 0, speed: () => 1, shown: () => undefined };
  let film: Film;

  beforeEach(() => {
    film = new Film(replay, still, async () => ({}));
    render(Transport, { film });
  });
  afterEach(() => film.close());

  it("begins at the start and goes step by step, never beyond the ends", async () => {
    expect(screen.getByText("The start")).toBeTruthy();
    await userEvent.click(button("One step back"));
    expect(film.at).toBe(0);
    await userEvent.click(button("One step forward"));
    expect(screen.getByText("Step 1 of 3")).toBeTruthy();
    await userEvent.click(button("To the end"));
    await userEvent.click(button("One step forward"));
    expect(screen.getByText("Step 3 of 3")).toBeTruthy();
    await userEvent.click(button("To the start"));
    expect(film.at).toBe(0);
  });

  it("goes where the slider is put, and says where that is", async () => {
    const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Step" });
    await fireEvent.input(slider, { target: { value: "2" } });
    expect(film.at).toBe(2);
    expect(slider.getAttribute("aria-valuetext")).toBe("Step 2 of 3");
  });

  it("plays and pauses", async () => {
    await userEvent.click(button("Play"));
    expect(film.playing).toBe(true);
    await userEvent.click(button("Pause"));
    expect(film.playing).toBe(false);
    expect(button("Play")).toBeTruthy();
  });
});

describe("a house rule", () => {
  const shown = (one: Option, value: unknown = one.value) => {
    const set = vi.fn();
    render(OptionField, { option: one, value, set });
    return set;
  };

  it("of yes and no is a box to tick", async () => {
    const set = shown(option(false, { key: "long_game" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Long game" }));
    expect(set).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("that is a number keeps to its limits", async () => {
    const set = shown(option(3, { limits: [1, 5] }));
    const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Tokens" });
    expect([field.min, field.max, field.step]).toEqual(["1", "5", "1"]);
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/from 1 to 5/);
    await fireEvent.change(field, { target: { value: "4" } });
    expect(set).toHaveBeenCalledExactlyOnceWith(4);
    await fireEvent.change(field, { target: { value: "9" } });
    expect(set).toHaveBeenCalledOnce();
    expect(screen.getByRole("alert").textContent).not.toBe("");
  });

  it("with names to choose from is a list", async () => {
    const set = shown(option("full", { key: "variant", choices: ["full", "act1"] }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Variant" }), "act1");
    expect(set).toHaveBeenCalledExactlyOnceWith("act1");
  });

  it("that is a set has a box for each, kept in the order of the box", async () => {
    const set = shown(option(["a", "b"], { key: "in_play", choices: ["a", "b", "c"] }), ["c"]);
    expect(screen.getAllByRole<HTMLInputElement>("checkbox").map((box) => box.checked)).toEqual([false, false, true]);
    await userEvent.click(screen.getByRole("checkbox", { name: "A" }));
    expect(set).toHaveBeenCalledExactlyOnceWith(["a", "c"]);
  });

  it("that is a list in order has a choice for each place", async () => {
    const set = shown(option(["a", "b", "a"], { key: "tiles", choices: ["a", "b"] }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Tiles 3" }), "b");
    expect(set).toHaveBeenCalledExactlyOnceWith(["a", "b", "b"]);
  });

  it("of any other shape is written down, and must be readable", async () => {
    const set = shown(option([[1, 2]], { key: "reach" }));
    const field = screen.getByRole("textbox", { name: "Reach" });
    await fireEvent.change(field, { target: { value: "[[3" } });
    expect(screen.getByRole("alert").textContent).toBe("Written as JSON");
    expect(set).not.toHaveBeenCalled();
    await fireEvent.change(field, { target: { value: "[[3,4]]" } });
    expect(set).toHaveBeenCalledExactlyOnceWith([[3, 4]]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says where a number is not the official one", () => {
    shown(option(3, { source: "rebuilt" }));
    expect(screen.getByText("Rebuilt: not the official number.")).toBeTruthy();
  });
});

describe("picking a seat", () => {
  const CREW = ["quint", "brody", "hooper"];
  const plan = {
    players: 2,
    seats: [{ seat: "shark", side: "shark" }, ...CREW.map((seat) => ({ seat, side: "the crew" }))],
  };
  const created = vi.fn(async (_wanted: unknown) => ({ table: "abc" }));
  const planned = vi.fn(async (_name: string, _players: number | null) => plan);

  beforeEach(() => {
    vi.spyOn(api, "plan").mockImplementation(planned as never);
    vi.spyOn(api, "create").mockImplementation(created as never);
    vi.spyOn(route, "go").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    created.mockClear();
    planned.mockClear();
  });

  it("offers each side whole, and its seats one by one", async () => {
    render(SeatPick, { game: game() });
    await screen.findByRole("button", { name: "Shark" });
    expect(screen.getAllByRole("button").map((one) => one.textContent?.trim())).toEqual([
      "Shark",
      "The crew: Quint, Brody, and Hooper",
      "Quint",
      "Brody",
      "Hooper",
    ]);
  });

  it("lays a table with bots on all other seats, and goes there", async () => {
    render(SeatPick, { game: game() });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Bots" }), "Easy");
    await userEvent.click(await screen.findByRole("button", { name: "Brody" }));
    const bots = { shark: "easy", quint: "easy", hooper: "easy" };
    expect(created).toHaveBeenCalledExactlyOnceWith({ game: "jaws", players: 2, bots, sit: ["brody"], start: true });
    await waitFor(() => expect(route.go).toHaveBeenCalledWith("/t/abc"));
  });

  it("asks anew who sits where when the number of players changes", async () => {
    render(SeatPick, { game: game() });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Players" }), "3");
    await waitFor(() => expect(planned).toHaveBeenLastCalledWith("jaws", 3));
  });

  it("says what is wrong, and can be tried again", async () => {
    created.mockRejectedValueOnce(new Error("The table is full."));
    render(SeatPick, { game: game({ players: [2] }) });
    expect(screen.queryByRole("combobox", { name: "Players" })).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: "Shark" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The table is full.");
    await userEvent.click(button("Shark"));
    await waitFor(() => expect(route.go).toHaveBeenCalledWith("/t/abc"));
  });
});
