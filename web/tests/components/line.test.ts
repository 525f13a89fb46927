/** The line to a table, with a pretended socket and a clock that the tests turn. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../../src/lib/http";
import { Line, type LineState } from "../../src/lib/live";
import type { Update } from "../../src/lib/types";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }

  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  onopen?: () => void;
  onmessage?: ((event: { data: string }) => void) | null;
  onclose?: ((event: { code: number; reason: string }) => void) | null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

const heard: { states: LineState[]; updates: Update[]; gone: string[] } = { states: [], updates: [], gone: [] };
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(api, "update").mockResolvedValue({} as Update);
  Socket.all = [];
  Object.assign(heard, { states: [], updates: [], gone: [] });
  line = new Line("abc", {
    update: (update) => heard.updates.push(update),
    state: (state) => heard.states.push(state),
    gone: (why) => heard.gone.push(why),
    cursor: () => "7",
  });
});

afterEach(async () => {
  line.close();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const acks = (id: string | undefined) => Socket.last.says({ type: "ack", id, ok: true });

describe("a line", () => {
  it("asks for what is new, and hears updates of its own table", () => {
    expect(Socket.last.url).toContain("/api/tables/abc/live?frames=true&cursor=7");
    Socket.last.opens();
    Socket.last.says({ type: "update", table: { id: "abc" } });
    Socket.last.says({ type: "update", table: { id: "left behind" } });
    expect([heard.states, heard.updates.length]).toEqual([["connecting", "live"], 1]);
  });

  it("keeps a command until it is acknowledged, and sends the very same again after a break", async () => {
    Socket.last.opens();
    const sent = line.send({ type: "start" });
    const first = Socket.last.sent[0];
    Socket.last.breaks();
    await vi.advanceTimersByTimeAsync(300);
    expect(Socket.all).toHaveLength(2);
    Socket.last.opens();
    expect(Socket.last.sent).toEqual([first]);
    acks(first?.id);
    expect(await sent).toMatchObject({ ok: true });
  });

  it("waits longer after each failure", async () => {
    for (const wait of [300, 1000]) {
      Socket.last.breaks();
      await vi.advanceTimersByTimeAsync(wait - 1);
      const before = Socket.all.length;
      await vi.advanceTimersByTimeAsync(1);
      expect(Socket.all.length).toBe(before + 1);
    }
  });

  it("is given up when the server says nothing for too long", async () => {
    Socket.last.opens();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(Socket.last.sent.map(({ type }) => type)).toEqual(["ping", "ping"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard.states).toContain("lost");
  });

  it("is not tried again where there is no such table", async () => {
    vi.mocked(api.update).mockRejectedValue(new Refused("There is no such table.", 404));
    Socket.last.breaks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard.gone, Socket.all.length]).toEqual([["There is no such table."], 1]);
  });

  it("ends for good when the server refuses it", async () => {
    Socket.last.breaks(4403, "You were shown the door.");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard.gone, Socket.all.length]).toEqual([["You were shown the door."], 1]);
  });
});
