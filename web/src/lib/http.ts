/** Questions to the server; a refusal becomes a Refused with the server's own sentence. */
import type {
  Ack,
  Beliefs,
  Command,
  Created,
  GameInfo,
  GameOptions,
  Help,
  Hint,
  Lab,
  LabQuestion,
  LabSlice,
  Me,
  NewTable,
  Plan,
  Replay,
  ReplayViews,
  SeatTicket,
  Tables,
  Update,
} from "./types";
import { words } from "./words";

export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.headers = { ...init.headers, "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused(words.errors.unreachable, 0);
  }
  if (!answer.ok && answer.status !== 409) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refused> {
  const told: unknown = await answer.json().catch(() => null);
  const sentence = told && typeof told === "object" && "error" in told && told.error;
  return new Refused(typeof sentence === "string" ? sentence : words.errors.status(answer.status), answer.status);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  if (answer.status === 409) throw await refusal(answer);
  return (await answer.json()) as T;
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const game = (name: string) => `/api/games/${encodeURIComponent(name)}`;
const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;

export const tablePath = table;

export const api = {
  me: () => json<Me>("GET", "/api/me"),
  rename: (name: string) => json<Me>("PUT", "/api/me", { name }),
  games: () => json<GameInfo[]>("GET", "/api/games"),
  options: (name: string) => json<GameOptions>("GET", `${game(name)}/options`),
  plan: (name: string, players: number | null, settings: Record<string, unknown> = {}) =>
    json<Plan>(
      "GET",
      `${game(name)}/plan${query({
        ...(players === null ? {} : { players: String(players) }),
        settings: JSON.stringify(settings),
      })}`,
    ),
  lab: () => json<Lab>("GET", "/api/lab"),
  askLab: (question: LabQuestion) => json<LabSlice>("POST", "/api/lab", question),
  rules: async (name: string) => (await ask("GET", `${game(name)}/rules`)).text(),
  create: (wanted: NewTable) => json<Created>("POST", "/api/tables", wanted),
  tables: (list: "open" | "running" | "mine") => json<Tables>("GET", `/api/tables${query({ list })}`),
  update: (id: string, cursor: string) => json<Update>("GET", `${table(id)}${query(cursor ? { cursor } : {})}`),
  command: async (id: string, command: Command): Promise<Ack> => {
    const answer = await ask("POST", `${table(id)}/commands`, command);
    return (await answer.json()) as Ack;
  },
  seatLink: (id: string, seat: string, kind: "move" | "share") =>
    json<SeatTicket>("POST", `${table(id)}/ticket`, { seat, kind }),
  useTicket: (id: string, ticket: string) => json<Ack>("POST", `${table(id)}/ticket/use`, { ticket }),
  hint: (id: string, seat: string) => json<Hint>("POST", `${table(id)}/hint${query({ seat })}`),
  help: (id: string, viewer: string) => json<Help>("GET", `${table(id)}/help${query({ viewer })}`),
  beliefs: (id: string, viewer: string) => json<Beliefs>("GET", `${table(id)}/beliefs${query({ viewer })}`),
  replay: (id: string) => json<Replay>("GET", `${table(id)}/replay`),
  replayViews: (id: string, ply: number) => json<ReplayViews>("GET", `${table(id)}/replay/${ply}`),
};
