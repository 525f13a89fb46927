// A table of four clients on an Undertow server. Each is a person of their own with a cookie of their own.
//
// A game that is over is followed by a rematch: all four ask for it and go to the new table on the same sockets.
// Older versions knew rematches that one asks for, and moves that name the decision they come after. To compare
// with one of these (AFRESH), a game is followed by a new table, which is laid in the same way in every version.

const WebSocket = require('ws');
const { request } = require('./http');

const pick = (list) => list[Math.floor(Math.random() * list.length)];
let ids = 0;

class Player {
  constructor(table, index) {
    Object.assign(this, { table, index, seat: `swimmer ${index + 1}` });
    this.pending = null; // the move that waits for its acknowledgement
    this.waiting = new Map(); // other commands that do
  }

  async introduce() {
    this.cookie ??= (await request(this.table.base, 'GET', '/api/me')).cookie;
  }

  /** Goes to a table and resolves once an update from there is here. */
  enter(match) {
    Object.assign(this, { match, pending: null, question: null, decided: -1, status: null });
    const entered = new Promise((resolve) => (this.entered = resolve));
    if (this.socket) this.socket.send(JSON.stringify({ type: 'go', table: match.id }));
    else this.connect(match);
    return entered;
  }

  connect(match) {
    const url = `${this.table.base.replace('http', 'ws')}/api/tables/${match.id}/live`;
    const socket = new WebSocket(url, { headers: { cookie: this.cookie }, origin: this.table.base, perMessageDeflate: false });
    this.socket = socket;
    socket.on('error', (error) => this.table.closing || this.table.tally.error(error.message));
    socket.on('close', () => this.table.closing || (this.table.tally.lost += 1));
    socket.on('message', (data) => {
      this.table.tally.bytes += data.length;
      const message = JSON.parse(data);
      this.table.tap?.(this.seat, message);
      if (message.type === 'ack') this.acknowledged(message);
      else if (message.type === 'update' && message.table.id === this.match.id) this.seen(message);
    });
  }

  /** Sends a command over the socket; resolves when it is carried out. */
  tell(body) {
    const id = `c${++ids}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ ok, error }) => (ok ? resolve() : reject(new Error(`${body.type}: ${error}`))));
      this.socket.send(JSON.stringify({ ...body, id }));
    });
  }

  acknowledged({ id, ok, error }) {
    if (this.waiting.has(id)) {
      this.waiting.get(id)({ ok, error });
      this.waiting.delete(id);
    } else if (this.pending?.id === id) {
      const { sentAt, decisions } = this.pending;
      this.pending = null;
      if (ok) {
        this.match.acknowledged[this.index] += 1;
        this.table.tally.accept(sentAt);
      } else {
        this.table.tally.reject();
        this.table.tally.error(error);
        this.decided = decisions - 1;
      }
      if (this.table.playing) this.act();
    }
  }

  seen({ table, eyes }) {
    this.status = table.status;
    this.entered();
    if (table.seed) this.table.shown = table.seed;
    const asked = eyes.flatMap((one) => one.questions).find((one) => one.seat === this.seat && one.actions.length > 0);
    this.question = asked ?? null;
    if (table.status === 'over') this.table.over(table.rematch);
    else if (this.table.playing) this.act();
    this.table.changed?.();
  }

  /** What this player has to decide now. */
  due() {
    return !this.pending && this.question?.decisions > this.decided ? this.question : undefined;
  }

  /** Any legal move, if one is due; returns what was chosen. */
  act() {
    const question = this.due();
    if (!question) return null;
    const { action } = pick(question.actions);
    const { decisions, asked } = question;
    this.pending = { id: `m${++ids}`, sentAt: performance.now(), decisions };
    this.decided = decisions;
    const about = asked ? { asked } : { after: decisions };
    this.socket.send(JSON.stringify({ type: 'act', id: this.pending.id, seat: this.seat, action, ...about }));
    return action;
  }
}

class Table {
  constructor(base, tally) {
    Object.assign(this, { base, tally, playing: false, closing: false, matches: [] });
    this.players = [0, 1, 2, 3].map((index) => new Player(this, index));
    this.host = this.players[0];
  }

  /** A new table with all four at it, and its match begun. */
  async prepare() {
    for (const player of this.players) await player.introduce();
    const body = { game: 'get-bit', players: 4, sit: [this.host.seat] };
    const created = await request(this.base, 'POST', '/api/tables', { body, cookie: this.host.cookie });
    await this.gather(created.body.table);
    for (const player of this.players.slice(1)) await player.tell({ type: 'sit', seat: player.seat });
    await this.begin();
  }

  async gather(id) {
    const match = { id, acknowledged: [0, 0, 0, 0], cookies: this.players.map((player) => player.cookie) };
    this.matches.push(match);
    await Promise.all(this.players.map((player) => player.enter(match)));
  }

  async begin() {
    const begun = new Promise((resolve) => {
      this.changed = () => this.players.every((player) => player.status === 'running') && resolve();
    });
    if (this.host.status === 'gathering') await this.host.tell({ type: 'start' }); // a rematch has begun
    this.changed();
    await begun;
    this.changed = null;
    this.asked = this.moving = false;
  }

  play() {
    this.playing = true;
    for (const player of this.players) player.act();
  }

  /** All ask for a rematch, the host first; then all go to its table, where the match begins when the last one asked. */
  over(rematch) {
    if (this.single) return;
    const failed = (error) => this.closing || this.tally.error(error.message);
    if (process.env.AFRESH) {
      if (this.asked) return;
      this.asked = true;
      this.playing = false;
      this.tally.games += 1;
      this.prepare().then(() => this.play(), failed);
      return;
    }
    if (!this.asked) {
      this.asked = true;
      this.playing = false;
      this.tally.games += 1;
      this.host.tell({ type: 'rematch' }).catch(failed);
    }
    if (rematch && !this.moving) {
      this.moving = true;
      Promise.all(this.players.slice(1).map((player) => player.tell({ type: 'rematch' })))
        .then(() => this.gather(rematch))
        .then(() => this.begin())
        .then(() => this.play(), failed);
    }
  }

  /** Somebody who only watches. */
  async watch() {
    const { cookie } = await request(this.base, 'GET', '/api/me');
    const url = `${this.base.replace('http', 'ws')}/api/tables/${this.matches.at(-1).id}/live`;
    const socket = new WebSocket(url, { headers: { cookie }, origin: this.base });
    socket.on('message', (data) => this.tap('spectator', JSON.parse(data)));
  }

  /** The seed of its dice, as the server shows it after the end. */
  async seed() {
    return this.shown;
  }

  /** Whether player 1 can choose a card for player 0. */
  async impersonate() {
    const act = { type: 'act', seat: this.players[0].seat, action: 'card 1' };
    return this.players[1].tell(act).then(
      () => true,
      () => false,
    );
  }

  get isOver() {
    return this.players[0].status === 'over';
  }

  close() {
    this.closing = true;
    for (const player of this.players) player.socket.close();
  }
}

module.exports = { Table };
