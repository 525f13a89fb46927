import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/http";
import SeatRow from "../../src/lobby/SeatRow.svelte";
import Removal from "../../src/parts/Removal.svelte";
import SeatLink from "../../src/parts/SeatLink.svelte";
import Player from "../../src/table/Player.svelte";
import { live, pretendDialogs, seat, table } from "./fakes";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const named = (name: string | RegExp) => screen.queryByRole("button", { name });
const shared = seat("swimmer 2", { people: ["Bob", "Cleo", "Dan"] });

beforeAll(pretendDialogs);
afterEach(() => vi.restoreAllMocks());

describe("somebody on a seat", () => {
  it("is removed once it was asked whom", async () => {
    const given = live({}, { removable: () => ["Cleo", "Dan"] });
    render(Removal, { live: given.live, seat: shared });
    await userEvent.click(button("Remove somebody from Swimmer 2"));
    expect(screen.getByRole("heading", { name: "Remove somebody from Swimmer 2?" })).toBeTruthy();
    expect(given.send).not.toHaveBeenCalled();
    await userEvent.click(button("Remove Dan"));
    expect(given.send).toHaveBeenCalledExactlyOnceWith({ type: "remove", seat: "swimmer 2", name: "Dan" });
    await waitFor(() => expect(named("Remove Dan")).toBeNull());
  });

  it("stays when it was a mistake", async () => {
    const given = live({}, { removable: () => ["Cleo"] });
    render(Removal, { live: given.live, seat: shared });
    await userEvent.click(button("Remove somebody from Swimmer 2"));
    await userEvent.click(button("Cancel"));
    expect(named("Remove Cleo")).toBeNull();
    expect(given.send).not.toHaveBeenCalled();
  });

  it("is nobody's to remove who did not let them in", () => {
    render(Removal, { live: live().live, seat: shared });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("links to a seat", () => {
  it("are made and made void, after a question", async () => {
    vi.spyOn(api, "seatLink").mockResolvedValue({ ticket: "x", link: "/t/abc#ticket=x" });
    const given = live();
    render(SeatLink, { live: given.live, seat: "swimmer 2" });
    await userEvent.click(button("Share the seat"));
    expect((await screen.findByLabelText<HTMLInputElement>("Your link")).value).toContain("#ticket=x");
    await userEvent.click(button("Make all links void"));
    await userEvent.click(button("Keep them"));
    expect(given.send).not.toHaveBeenCalled();
    await userEvent.click(button("Make all links void"));
    await userEvent.click(button("Make them void"));
    expect(given.send).toHaveBeenCalledExactlyOnceWith({ type: "void_links", seat: "swimmer 2" });
    expect(await screen.findByText("All links to this seat are void.")).toBeTruthy();
    expect(screen.queryByLabelText("Your link")).toBeNull(); // the one that was shown is void, too
  });

  it("that stay say why", async () => {
    const given = live({}, { error: "people have come and gone too often." });
    given.send.mockResolvedValue(false);
    render(SeatLink, { live: given.live, seat: "swimmer 2" });
    await userEvent.click(button("Make all links void"));
    await userEvent.click(button("Make them void"));
    expect((await screen.findByRole("alert")).textContent).toBe("People have come and gone too often.");
  });
});

describe("a seat in the lobby", () => {
  const row = (one = seat("swimmer 2"), change = {}) => {
    const given = live({}, change);
    render(SeatRow, { live: given.live, seat: one, levels: ["easy"] });
    return given.send;
  };
  const kept = seat("swimmer 2", { kept_for: ["Bob", "Cleo"] });

  it("is kept for those who had it before", () => {
    row(kept);
    expect(screen.getByText("kept for Bob and Cleo")).toBeTruthy();
    expect(named("Sit here: Swimmer 2")).toBeNull();
    expect(named(/Open to everybody/)).toBeNull();
  });

  it("that is kept for me is mine to take", async () => {
    const send = row(kept, { isWelcome: () => true });
    await userEvent.click(button("Sit here: Swimmer 2"));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "sit", seat: "swimmer 2" });
  });

  it("is freed by the host", async () => {
    const send = row(kept, { hosting: true });
    await userEvent.click(button("Open to everybody: Swimmer 2"));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "set_bot", seat: "swimmer 2", level: null });
  });

  it("that I share and left is open to me while others hold it", () => {
    row(seat("swimmer 2", { people: ["Bob"] }), { isWelcome: () => true });
    expect(button("Sit here: Swimmer 2")).toBeTruthy();
  });

  it("of somebody else is not", () => {
    row(seat("swimmer 2", { people: ["Bob"] }));
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a seat in a running match", () => {
  const player = (change = {}) => {
    const given = live({}, change);
    render(Player, { live: given.live, table: table({ status: "running" }), seat: shared });
    return given.send;
  };

  it("is left and taken again, also after the page was loaded anew", async () => {
    const send = player({ isWelcome: () => true });
    await userEvent.click(button("Sit here: Swimmer 2"));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "sit", seat: "swimmer 2" });
  });

  it("is nobody's who never had it", () => {
    player();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
