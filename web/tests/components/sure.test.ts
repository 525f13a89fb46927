import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import Sure from "../../src/table/Sure.svelte";
import { offer, pretendDialogs } from "./fakes";

beforeAll(pretendDialogs);

describe("what cannot be taken back", () => {
  const REVEAL = offer("reveal 4", { label: "Reveal the octopus", gives_away: "The shark then sees where it is." });
  const shown = () => {
    const choose = vi.fn();
    render(Sure, { offer: REVEAL, choose });
    return choose;
  };

  it("asks once more, and says what the others then know", () => {
    shown();
    expect(screen.getByRole("heading", { name: "Reveal the octopus" })).toBeTruthy();
    expect(screen.getByText("The shark then sees where it is.")).toBeTruthy();
    expect(screen.getByText("This cannot be taken back.")).toBeTruthy();
  });

  it("is done by those who are sure", async () => {
    const choose = shown();
    await userEvent.click(screen.getByRole("button", { name: "Do it" }));
    expect(choose).toHaveBeenCalledExactlyOnceWith(REVEAL);
  });

  it("is not done by those who are not", async () => {
    const choose = shown();
    await userEvent.click(screen.getByRole("button", { name: "Not yet" }));
    expect(choose).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Do it" })).toBeNull();
  });
});
