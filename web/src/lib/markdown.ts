/** The little of Markdown that the rules are written in, as data: nothing is ever put into the page as HTML. */

export type Span = { kind: "text" | "strong" | "em" | "code"; text: string };
export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; text: string };
export interface Item {
  spans: Span[];
  inner: Span[][]; // one level of bullets below
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\([^)]*\)/g;
const BULLET = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/;

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) spans.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, strong, em, code, link] = match;
    if (strong) spans.push({ kind: "strong", text: strong });
    else if (em) spans.push({ kind: "em", text: em });
    else if (code) spans.push({ kind: "code", text: code });
    else if (link) spans.push({ kind: "text", text: link });
    at = match.index + whole.length;
  }
  if (at < text.length) spans.push({ kind: "text", text: text.slice(at) });
  return spans;
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => spansOf(cell.trim()));

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) {
      at += 1;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? "") });
      at += 1;
    } else if (line.startsWith("```")) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith("```"));
      const until = end < 0 ? lines.length : end;
      blocks.push({ kind: "code", text: lines.slice(at + 1, until).join("\n") });
      at = until + 1;
    } else if (line.startsWith("|")) {
      const rows = [];
      while (lines[at]?.startsWith("|")) rows.push(lines[at++] ?? "");
      const [head = "", , ...body] = rows;
      blocks.push({ kind: "table", head: cellsOf(head), rows: body.map(cellsOf) });
    } else if (BULLET.test(line)) {
      const [list, after] = listAt(lines, at);
      blocks.push(list);
      at = after;
    } else {
      const text = [];
      while (lines[at]?.trim() && !/^(#|\||```)/.test(lines[at] ?? "") && !BULLET.test(lines[at] ?? "")) {
        text.push((lines[at++] ?? "").trim());
      }
      blocks.push({ kind: "paragraph", spans: spansOf(text.join(" ")) });
    }
  }
  return blocks;
}

function listAt(lines: string[], start: number): [Block, number] {
  const items: { text: string; inner: string[] }[] = [];
  let at = start;
  const ordered = BULLET.exec(lines[start] ?? "")?.[2] !== undefined;
  for (; lines[at]?.trim(); at += 1) {
    const line = lines[at] ?? "";
    const bullet = BULLET.exec(line);
    const last = items.at(-1);
    if (bullet && !bullet[1]) items.push({ text: bullet[3] ?? "", inner: [] });
    else if (bullet) last?.inner.push(bullet[3] ?? "");
    else if (!/^\s/.test(line)) break;
    else if (last?.inner.length) last.inner[last.inner.length - 1] += ` ${line.trim()}`;
    else if (last) last.text += ` ${line.trim()}`;
  }
  const told = items.map(({ text, inner }) => ({ spans: spansOf(text), inner: inner.map(spansOf) }));
  return [{ kind: "list", ordered, items: told }, at];
}
