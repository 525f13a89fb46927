/** Which page an address means. */

export type Page =
  | { name: "home" }
  | { name: "new"; game: string | null }
  | { name: "lab" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; step: number | null; eyes: string | null }
  | { name: "lost" };

export function pageOf(path: string, search: string): Page {
  const [first, id, rest, ...more] = path.split("/").filter(Boolean);
  if (!first) return { name: "home" };
  if (first === "new" && !id) return { name: "new", game: new URLSearchParams(search).get("game") };
  if (first === "lab" && !id) return { name: "lab" };
  if (first === "t" && id && !more.length) {
    if (!rest) return { name: "table", id };
    if (rest === "replay") return { name: "replay", id, ...momentOf(new URLSearchParams(search)) };
  }
  return { name: "lost" };
}

function momentOf(asked: URLSearchParams): { step: number | null; eyes: string | null } {
  const step = Number.parseInt(asked.get("step") ?? "", 10);
  return { step: step >= 0 ? step : null, eyes: asked.get("eyes") };
}

/** The address of one moment of a replay, through these eyes or all-seeing. */
export function replayPath(id: string, step: number, eyes: string | null): string {
  return `/t/${encodeURIComponent(id)}/replay?${new URLSearchParams({ step: String(step), ...(eyes && { eyes }) })}`;
}
