import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import Markdown from "../../src/parts/Markdown.svelte";

const RULES = import.meta.glob<string>("../../../src/undertow/games/*/README.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const shown = (text: string) => render(Markdown, { text }).container;
const textOf = (node: Element) => (node.textContent ?? "").replace(/\s+/g, " ").trim();
const all = (node: Element, selector: string) => [...node.querySelectorAll(selector)].map(textOf);
const bare = (text: string) => text.replace(/\*\*?|`|\\(?=.)/g, "").trim();
/** What a line of Markdown says. */
const said = (line: string) => bare(line.replace(/^\s*(#+|[-*]|\d+\.)\s+/, ""));

it("all four games have rules", () => expect(Object.keys(RULES)).toHaveLength(4));

describe.each(Object.entries(RULES))("the rules in %s", (_, source) => {
  const lines = source.split("\n");
  const rows = lines.filter((line) => /^\s*\|/.test(line) && !/^\s*\|[-|: ]+$/.test(line));
  const bullets = lines.filter((line) => /^\s*([-*]|\d+\.)\s/.test(line));
  const headings = lines.filter((line) => /^#+ /.test(line));

  it("have every heading", () => {
    expect(all(shown(source), "h3, h4")).toEqual(headings.map(said));
  });

  it("have every bullet, as a bullet", () => {
    const items = all(shown(source), "li");
    expect(items).toHaveLength(bullets.length);
    bullets.forEach((bullet, place) => expect(items[place]).toContain(said(bullet)));
  });

  it("have every row of every table, cell by cell", () => {
    const cells = rows.map((row) => row.trim().slice(1, -1).split("|").map(bare));
    const drawn = [...shown(source).querySelectorAll("tr")].map((row) => all(row, "th, td"));
    expect(drawn).toEqual(cells);
  });

  it("have every word, and no mark of how they are written", () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "");
    const written = lines.map(said);
    expect(letters(textOf(shown(source)))).toBe(letters(written.join(" ")));
    expect(textOf(shown(source))).not.toMatch(/[|`]|\*\*|## /);
  });
});

describe("Markdown", () => {
  it("is nested as it is written", () => {
    const node = shown("1. One\n   - *In*\n     - deeper\n\n     | a |\n     |---|\n     | `1` |\n2. Two\n");
    expect(all(node, "ol > li > ul > li > ul > li")).toEqual(["deeper"]);
    expect(all(node, "li td code")).toEqual(["1"]);
    expect(node.querySelectorAll("ol > li")).toHaveLength(2);
  });

  it("never becomes HTML: tags are text, and only web addresses are links", () => {
    const node = shown(
      "<img src=x onerror=alert(1)> [here](javascript:alert(1)) [there](https://example.org) a <b>c</b>",
    );
    expect(node.querySelector("img, b, script")).toBeNull();
    expect([...node.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["https://example.org"]);
    expect(textOf(node)).toContain("<img src=x onerror=alert(1)>");
    expect(textOf(node)).toContain("here there a <b>c</b>");
  });
});
