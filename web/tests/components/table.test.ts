import { render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lesson } from "../../src/boards/contract";
import { startGuide } from "../../src/lib/guide";
import { route } from "../../src/lib/route.svelte";
import type { ChatLine, Result } from "../../src/lib/types";
import Chat from "../../src/table/Chat.svelte";
import Coach from "../../src/table/Coach.svelte";
import End from "../../src/table/End.svelte";
import TakeBack from "../../src/table/TakeBack.svelte";
import { live, offer, seat, table } from "./fakes";

const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the chat", () => {
  const line = (number: number, name: string, text: string, room = "table") =>
    ({ number, name, text, room, at: 1_700_000_000 }) as ChatLine;
  const you = (...rooms: string[]) => ({ rooms, seats: [], hosting: false, name: "Ann" }) as never;

  it("shows who said what", () => {
    render(Chat, live({ chat: [line(1, "Ben", "Hello"), line(2, "", "Ann sits down")], you: you("table") }));
    const log = within(screen.getByRole("log"));
    expect(log.getByText("Hello").closest("p")?.textContent).toContain("Ben");
    expect(log.getByText("Ann sits down")).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull(); // one room needs no choice
  });

  it("invites to say something while nobody has", () => {
    render(Chat, live());
    expect(screen.getByText("Say hello.")).toBeTruthy();
  });

  it("sends what is typed, without spaces around it, and nothing that is empty", async () => {
    const given = live();
    render(Chat, given);
    await userEvent.type(screen.getByRole("textbox"), "  Ahoy  {Enter}");
    await userEvent.click(button("Send"));
    expect(given.send).toHaveBeenCalledExactlyOnceWith({ type: "say", text: "Ahoy", room: "table" });
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("");
  });

  it("gives back what the server did not take", async () => {
    const given = live();
    given.send.mockResolvedValue(false);
    render(Chat, given);
    await userEvent.type(screen.getByRole("textbox"), "Ahoy{Enter}");
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Ahoy"));
  });

  it("goes to the room that is chosen", async () => {
    const given = live({ chat: [line(1, "Ben", "Hush", "the crew")], you: you("table", "the crew") });
    render(Chat, given);
    expect(screen.getByRole("log").textContent).toContain("The crew");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rooms" }), "The crew");
    await userEvent.type(screen.getByRole("textbox", { name: "Message to The crew" }), "Hush{Enter}");
    expect(given.send).toHaveBeenCalledWith({ type: "say", text: "Hush", room: "the crew" });
  });
});

describe("the guide of a first game", () => {
  const lessons: Lesson[] = [
    { id: "cards", when: ({ offers }) => offers.length > 0, title: "Cards", text: "Pick one." },
    {
      id: "bite",
      when: ({ happened }) => happened.some(({ kind }) => kind === "bitten"),
      title: "Ouch",
      text: "It bit.",
    },
    { id: "over", when: ({ over }) => over, title: "The end", text: "That was it." },
  ];
  const now = { table: "abc", lessons, view: {}, offers: [], moment: null, prompt: "", over: false };
  const bitten = {
    number: 1,
    happened: [{ number: 1, kind: "bitten", details: [0, 0, 0, 0] as [number, number, number, number] }],
  };

  beforeEach(() => startGuide("abc"));
  afterEach(() => sessionStorage.clear());

  it("is not there at a table without one", () => {
    sessionStorage.clear();
    render(Coach, now);
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("waits until a lesson's time has come, and counts", async () => {
    const { rerender } = render(Coach, now);
    expect(screen.getByText(/Play on/)).toBeTruthy();
    await rerender({ ...now, offers: [offer("card 1")] });
    expect(screen.getByRole("heading", { name: "Cards" })).toBeTruthy();
    expect(screen.getByText("1 of 3")).toBeTruthy();
  });

  it("gives a lesson once, also after the page was loaded again", async () => {
    const { unmount } = render(Coach, { ...now, offers: [offer("card 1")] });
    await userEvent.click(button("Got it"));
    expect(screen.queryByRole("heading", { name: "Cards" })).toBeNull();
    unmount();
    render(Coach, { ...now, offers: [offer("card 1")] });
    expect(screen.queryByRole("heading", { name: "Cards" })).toBeNull();
  });

  it("explains late what happened while another lesson stood there", async () => {
    const { rerender } = render(Coach, { ...now, offers: [offer("card 1")] });
    await rerender({ ...now, offers: [offer("card 1")], moment: bitten });
    expect(screen.getByRole("heading", { name: "Cards" })).toBeTruthy();
    await userEvent.click(button("Got it"));
    expect(screen.getByRole("heading", { name: "Ouch" })).toBeTruthy();
  });

  it("moves on when the match has gone past a lesson", async () => {
    const { rerender } = render(Coach, { ...now, offers: [offer("card 1")] });
    await rerender({ ...now, over: true });
    expect(screen.getByRole("heading", { name: "The end" })).toBeTruthy();
  });

  it("can be sent away for good", async () => {
    const { unmount } = render(Coach, { ...now, offers: [offer("card 1")] });
    await userEvent.click(button("Skip the guide"));
    expect(screen.queryByRole("region")).toBeNull();
    unmount();
    render(Coach, { ...now, offers: [offer("card 1")] });
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("somebody who asks to take a decision back", () => {
  const [ann, ben] = [seat("swimmer 1", { name: "Ann" }), seat("swimmer 2", { name: "Ben" })];
  const asked = { seat: "swimmer 1", waiting_for: ["swimmer 2"] } as never;
  const shown = (mine = [ben]) => {
    const given = live({}, { mine });
    render(TakeBack, { live: given.live, table: table({ seats: [ann, ben] }), asked });
    return given.send;
  };

  it("is answered by those it waits for", async () => {
    const send = shown();
    expect(screen.getByRole("status").textContent).toContain("Ann asks to take back the last decision.");
    await userEvent.click(button("Agree"));
    await userEvent.click(button("No"));
    expect(send.mock.calls.map(([wish]) => wish)).toEqual([
      { type: "answer_back", agree: true },
      { type: "answer_back", agree: false },
    ]);
  });

  it("waits, as everybody else is told", () => {
    shown([ann]);
    expect(screen.getByRole("status").textContent).toContain("Waiting for Ben.");
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the end", () => {
  const result = {
    winners: ["swimmer 1"],
    scores: { "swimmer 1": 3, "swimmer 2": 0 },
    words: "Ann wins",
    reason: "in front of two",
  } as unknown as Result;
  const shown = (change = {}, fake = {}) => {
    const given = live({ result }, { mine: [seat("swimmer 1")], ...fake });
    const view = render(End, { live: given.live, table: table(change) });
    return { ...given, ...view };
  };

  it("says who won, why, and what everybody has", () => {
    shown();
    expect(screen.getByRole("heading", { name: "Ann wins" })).toBeTruthy();
    expect(screen.getByText("In front of two")).toBeTruthy();
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent?.replace(/\s+/g, " ").trim());
    expect(rows).toEqual(["Swimmer 1 Ann won 3", "Swimmer 2 Easy bot 0"]);
  });

  it("leads to the replay and the match file", () => {
    shown();
    const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual(["/t/abc/replay", "/api/tables/abc/match"]);
  });

  it("goes to the rematch once the table is laid", async () => {
    const go = vi.spyOn(route, "go").mockImplementation(() => undefined);
    const { send, live: same, rerender } = shown();
    await userEvent.click(button("Rematch"));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "rematch" });
    expect(go).not.toHaveBeenCalled();
    await rerender({ live: same, table: table({ rematch: "def" }) });
    expect(go).toHaveBeenCalledExactlyOnceWith("/t/def");
    go.mockRestore();
  });

  it("lets those who played join a rematch that somebody else asked for, and goes there once they sit", async () => {
    const go = vi.spyOn(route, "go").mockImplementation(() => undefined);
    const { send } = shown({ rematch: "def" });
    send.mockResolvedValueOnce(false);
    await userEvent.click(button("Join the rematch"));
    expect(go).not.toHaveBeenCalled();
    await userEvent.click(button("Join the rematch"));
    expect(send).toHaveBeenLastCalledWith({ type: "rematch" });
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/t/def"));
    go.mockRestore();
  });

  it("shows others the way to a rematch", () => {
    shown({ rematch: "def" }, { mine: [] });
    expect(screen.getByRole("link", { name: "Go to the rematch" }).getAttribute("href")).toBe("/t/def");
  });

  it("offers no rematch to those who only watched", () => {
    shown({}, { mine: [] });
    expect(screen.queryByRole("button", { name: "Rematch" })).toBeNull();
  });
});
