/** Which page an address means. */

export type Page =
  | { name: "home" }
  | { name: "new"; game: string | null }
  | { name: "table"; id: string }
  | { name: "replay"; id: string }
  | { name: "lost" };

export function pageOf(path: string, search: string): Page {
  const [first, id, rest, ...more] = path.split("/").filter(Boolean);
  if (!first) return { name: "home" };
  if (first === "new" && !id) return { name: "new", game: new URLSearchParams(search).get("game") };
  if (first === "t" && id && !more.length) {
    if (!rest) return { name: "table", id };
    if (rest === "replay") return { name: "replay", id };
  }
  return { name: "lost" };
}
