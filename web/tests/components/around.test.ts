/** What stands around the board: the log, the question, who plays, and the seats before it begins. */
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { announcements } from "../../src/lib/announce.svelte";
import type { Heard, Seat } from "../../src/lib/types";
import SeatRow from "../../src/lobby/SeatRow.svelte";
import Log from "../../src/table/Log.svelte";
import Players from "../../src/table/Players.svelte";
import Prompt from "../../src/table/Prompt.svelte";
import { live, offer, question, seat, seen, table } from "./fakes";

describe("the log", () => {
  it("has a line for each thing that was heard", () => {
    const lines = ["Round 1.", "Ann is bitten."].map((text, number) => ({ number, text }) as Heard);
    render(Log, { lines });
    expect(lines.map(({ text }) => screen.getByText(text).tagName)).toEqual(["P", "P"]);
  });
});

describe("the prompt", () => {
  const shown = (questions: ReturnType<typeof question>[], change = {}) => {
    const given = { seen: seen(questions), prompt: "Pick a card.", playing: false, ...change };
    return render(Prompt, { live: live({}, { isSending: () => true }).live, ...given }).container;
  };

  it("says what is asked, also to those who listen, and that an answer is on its way", () => {
    const asked = shown([question([offer("card 1")])]);
    expect(asked.querySelector(".turn h2")?.textContent).toBe("Pick a card.");
    expect(announcements.text).toContain("Pick a card.");
    expect(screen.getByRole("status").textContent).not.toBe("");
  });

  it("does not call for an answer while a turn is still being told", () => {
    expect(shown([question([offer("card 1")])], { playing: true }).querySelector(".turn")).toBeNull();
    expect(shown([question([])]).querySelector(".turn")).toBeNull();
  });
});

describe("the players", () => {
  it("are named with who plays, who is to act, and what is mine", () => {
    const seats = [
      seat("quint", { people: ["Ann"], to_act: true }),
      seat("brody", { bot: "easy" }),
      seat("hooper", { people: ["Ben"], connected: false }),
    ];
    const mine = ({ people }: Seat) => people.includes("Ann");
    render(Players, { live: live({}, { isMine: mine }).live, table: table({ seats, status: "running" }) });
    const [quint, brody, hooper] = screen.getAllByRole("listitem").map((item) => item.textContent ?? "");
    expect(quint).toMatch(/Quint.*Ann/s);
    expect(brody).toMatch(/Brody.*easy/is);
    expect(hooper).toMatch(/Hooper.*Ben/s);
    expect(
      screen.getAllByRole("button").every((button) => /quint/i.test(button.getAttribute("aria-label") ?? "")),
    ).toBe(true);
  });
});

describe("a seat before the match", () => {
  const shown = (given: Seat, change = {}) => {
    const { live: line, send } = live({}, { isMine: ({ people }: Seat) => people.includes("Ann"), ...change });
    render(SeatRow, { live: line, seat: given, levels: ["easy", "hard"] });
    return send;
  };

  it("can be taken if it is free, and left if it is mine", async () => {
    const sits = shown(seat("quint"));
    await userEvent.click(screen.getByRole("button", { name: /quint/i }));
    expect(sits).toHaveBeenCalledWith({ type: "sit", seat: "quint" });
    const leaves = shown(seat("brody", { people: ["Ann"] }));
    await userEvent.click(screen.getAllByRole("button", { name: /brody/i }).at(-1)!);
    expect(leaves).toHaveBeenCalledWith({ type: "leave", seat: "brody" });
  });

  it("is given to a bot by the host alone", async () => {
    shown(seat("quint"));
    expect(screen.queryByRole("combobox")).toBeNull();
    const send = shown(seat("brody"), { hosting: true });
    await userEvent.selectOptions(screen.getByRole("combobox"), "hard");
    expect(send).toHaveBeenCalledWith({ type: "set_bot", seat: "brody", level: "hard" });
  });
});
