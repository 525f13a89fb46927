/** The line to one table: a WebSocket, or server-sent events and requests where sockets do not get through.

Commands are kept until the server acknowledges them and sent again, with the same id, after every reconnect.
*/
import { api, Refused, tablePath } from "./http";
import type { Ack, Command, Update, Wish } from "./types";
import { words } from "./words";

export type LineState = "connecting" | "live" | "lost" | "gone";

export interface Listener {
  update(update: Update): void;
  state(state: LineState): void;
  gone(why: string): void;
  cursor(): string;
}

const ALIVE = 20_000; // milliseconds between pings
const QUIET = 50_000; // without a word from the server the line counts as dead
const WAITS = [300, 1000, 2000, 4000, 8000];
const REFUSALS = [4403, 4404]; // codes with which the server closes a socket for good
const SOCKET_TRIES = 3; // failed attempts before the other way is taken

/** The socket of a table that was just left: the next table, as after a rematch, goes on with it. */
let spare: { socket: WebSocket; timer: ReturnType<typeof setTimeout> } | null = null;
const SPARE = 1000; // milliseconds that it waits for a next table

function takeSpare(): WebSocket | null {
  const socket = spare?.socket;
  clearTimeout(spare?.timer);
  spare = null;
  return socket?.readyState === WebSocket.OPEN ? socket : null;
}

interface Waiting {
  command: Command;
  resolve: (ack: Ack) => void;
  posting: boolean;
}

export class Line {
  #socket: WebSocket | null = null;
  #stream: EventSource | null = null;
  #waiting = new Map<string, Waiting>();
  #failures = 0;
  #socketsWork = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #closed = false;

  constructor(
    readonly id: string,
    readonly listener: Listener,
  ) {
    window.addEventListener("online", this.#hurry);
    window.addEventListener("offline", this.#broken);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener("online", this.#hurry);
    window.removeEventListener("offline", this.#broken);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#keepSpare();
    this.#drop();
  }

  #keepSpare(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    takeSpare()?.close();
    spare = { socket, timer: setTimeout(() => takeSpare()?.close(), SPARE) };
  }

  /** Resolves when the server has answered, however many reconnects that takes. */
  send(wish: Wish): Promise<Ack> {
    const command = { ...wish, id: freshId() } as Command;
    return new Promise((resolve) => {
      const waiting = { command, resolve, posting: false };
      this.#waiting.set(command.id, waiting);
      this.#dispatch(waiting);
    });
  }

  #dispatch(waiting: Waiting): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(waiting.command));
    else if (this.#stream?.readyState === EventSource.OPEN) void this.#post(waiting);
  }

  async #post(waiting: Waiting): Promise<void> {
    if (waiting.posting) return;
    waiting.posting = true;
    try {
      this.#acknowledge(await api.command(this.id, waiting.command));
    } catch (error) {
      if (error instanceof Refused && error.status) {
        this.#acknowledge({ type: "ack", id: waiting.command.id, ok: false, error: error.message });
      }
    } finally {
      waiting.posting = false;
    }
  }

  #acknowledge(ack: Ack): void {
    this.#waiting.get(ack.id)?.resolve(ack);
    this.#waiting.delete(ack.id);
  }

  #connect(): void {
    if (this.#closed) return;
    this.listener.state("connecting");
    if (this.#failures >= SOCKET_TRIES && !this.#socketsWork) this.#openStream();
    else this.#openSocket();
  }

  #address(end: string): string {
    const cursor = this.listener.cursor();
    return `${tablePath(this.id)}/${end}?${new URLSearchParams({ frames: "true", ...(cursor && { cursor }) })}`;
  }

  #openSocket(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const kept = takeSpare();
    const socket = kept ?? new WebSocket(`${scheme}://${location.host}${this.#address("live")}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => {
      this.#socketsWork = true;
      this.#hear(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (REFUSALS.includes(event.code)) this.#gone(event.reason || words.errors.refused);
      else void this.#failed();
    };
    if (kept) {
      kept.send(JSON.stringify({ type: "go", table: this.id, cursor: this.listener.cursor() }));
      this.#opened();
    }
  }

  #openStream(): void {
    const stream = new EventSource(this.#address("events"));
    this.#stream = stream;
    stream.onopen = () => this.#opened();
    stream.addEventListener("update", (event) => this.#hear(String((event as MessageEvent).data)));
    // The browser would try again with the old cursor; we do it with the newest.
    stream.onerror = () => stream === this.#stream && void this.#failed();
  }

  #opened(): void {
    this.#heardAt = Date.now();
    this.listener.state("live");
    for (const waiting of this.#waiting.values()) this.#dispatch(waiting);
    clearInterval(this.#beat);
    if (this.#socket) this.#beat = setInterval(() => this.#ping(), ALIVE);
  }

  #ping(): void {
    if (Date.now() - this.#heardAt > QUIET) void this.#failed();
    else this.#socket?.send('{"type":"ping"}');
  }

  #hear(data: string): void {
    this.#heardAt = Date.now();
    this.#failures = 0;
    const message = JSON.parse(data) as Update | Ack | { type: string };
    if (message.type === "ack") this.#acknowledge(message as Ack);
    else if (message.type === "update") this.#update(message as Update);
  }

  #update(update: Update): void {
    if (update.table.id === this.id) this.listener.update(update); // else of the table that was left
  }

  /** A table that is not there is worth no second try; everything else is. */
  async #failed(): Promise<void> {
    this.#drop();
    if (this.#closed) return;
    this.#failures += 1;
    this.listener.state("lost");
    if (this.#failures === 1 || this.#failures % 5 === 0) {
      try {
        await api.update(this.id, this.listener.cursor());
      } catch (error) {
        if (error instanceof Refused && [403, 404, 410].includes(error.status)) {
          return this.#gone(error.message);
        }
      }
    }
    if (this.#closed || this.#socket || this.#stream) return;
    clearTimeout(this.#retry);
    const wait = WAITS[Math.min(this.#failures, WAITS.length) - 1] ?? 8000;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #gone(why: string): void {
    this.close();
    this.listener.state("gone");
    this.listener.gone(why);
  }

  #hurry = (): void => {
    if (document.hidden || this.#socket || this.#stream || this.#closed) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** A line without a network stays open and silent; better a new one, which tells at once whether it works. */
  #broken = (): void => {
    if (this.#socket || this.#stream) void this.#failed();
  };

  #drop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const [socket, stream] = [this.#socket, this.#stream];
    this.#socket = this.#stream = null;
    socket?.close();
    stream?.close();
  }
}

/** `crypto.randomUUID` is missing on plain http addresses other than localhost. */
function freshId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
