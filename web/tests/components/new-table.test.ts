/** A new table, and the lobby it opens: who sits where, and when it can begin. */
import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/http";
import { route } from "../../src/lib/route.svelte";
import { shared } from "../../src/lib/shared.svelte";
import type { Plan } from "../../src/lib/types";
import { words } from "../../src/lib/words";
import Lobby from "../../src/lobby/Lobby.svelte";
import NewTable from "../../src/pages/NewTable.svelte";
import SeatPick from "../../src/parts/SeatPick.svelte";
import { game, live, seat, table } from "./fakes";

const PLAN = {
  players: 2,
  possible_players: [2, 3],
  seats: ["shark", "quint"].map((name) => ({ seat: name, side: name })),
} as Plan;

beforeEach(() => {
  shared.games = [game({ ready: true })];
  vi.spyOn(api, "options").mockResolvedValue({ options: [] });
  vi.spyOn(api, "plan").mockResolvedValue(PLAN);
  vi.spyOn(api, "create").mockResolvedValue({ table: "new", link: "" });
  vi.spyOn(route, "go").mockReturnValue();
});

afterEach(() => vi.restoreAllMocks());

describe("a new table", () => {
  it("has a seat for me and bots where I want them", async () => {
    render(NewTable, { game: "jaws" });
    const quint = await screen.findByRole("combobox", { name: words.create.seatOf("Quint") });
    await userEvent.selectOptions(quint, "easy");
    await userEvent.click(screen.getByRole("button", { name: words.create.submit }));
    await waitFor(() => expect(route.go).toHaveBeenCalledWith("/t/new"));
    expect(api.create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ game: "jaws", players: 2, sit: ["shark"], bots: { quint: "easy" }, public: false }),
    );
  });

  it("says why it cannot be", async () => {
    vi.mocked(api.create).mockRejectedValue(new Error("there are too many tables."));
    render(NewTable, { game: "jaws" });
    await screen.findByRole("combobox", { name: words.create.seatOf("Quint") });
    await userEvent.click(screen.getByRole("button", { name: words.create.submit }));
    expect((await screen.findByRole("alert")).textContent).toBe("There are too many tables.");
  });
});

describe("play now", () => {
  it("seats as many as were chosen, however late their plan comes", async () => {
    const three = { ...PLAN, players: 3, seats: [...PLAN.seats, { seat: "hooper", side: "quint" }] } as Plan;
    let answer: (plan: Plan) => void = () => undefined;
    vi.mocked(api.plan).mockImplementation((_, players) =>
      players === 3 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(PLAN),
    );
    render(SeatPick, { game: game({ players: [2, 3], usual_players: 2, levels: ["easy"] }) });
    const shark = await screen.findByRole("button", { name: words.seatPick.sit("shark") });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: words.seatPick.players }), "3");
    await userEvent.click(shark);
    expect(api.create).not.toHaveBeenCalled();
    answer(three);
    await waitFor(() => expect(route.go).toHaveBeenCalledWith("/t/new"));
    expect(api.create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ players: 3, sit: ["shark"], bots: { quint: "easy", hooper: "easy" } }),
    );
  });
});

describe("the lobby", () => {
  const shown = (taken: boolean, hosting = true) => {
    const { live: line, send } = live({}, { isMine: () => false, hosting });
    const seats = [seat("shark", { people: ["Ann"] }), seat("quint", { bot: taken ? "easy" : null })];
    render(Lobby, {
      live: line,
      table: table({ seats, host: "Ann", pace: { kind: "free", seconds: null }, spectators: 0 }),
    });
    return send;
  };

  it("begins when every seat is taken, and the host says so", async () => {
    const send = shown(true);
    await userEvent.click(screen.getByRole("button", { name: words.lobby.start }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "start" });
  });

  it("waits for free seats, which bots can fill", async () => {
    const send = shown(false);
    await userEvent.click(screen.getByRole("button", { name: words.lobby.start }));
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: words.lobby.fillBots }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "set_bot", seat: "quint", level: "medium" });
  });

  it("cannot be begun by anybody else", () => {
    shown(true, false);
    expect(screen.queryByRole("button", { name: words.lobby.start })).toBeNull();
  });
});
