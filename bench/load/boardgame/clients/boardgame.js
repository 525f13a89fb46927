// A table of four clients on a boardgame.io server, speaking the protocol of its own client (SocketIOTransport).
//
// Each client keeps one socket. A game that is over is followed by a new match through the lobby, which the same sockets
// then ask for with `sync`, as the framework's client does on updateMatchID.

const { io } = require('socket.io-client');
const { request } = require('./http');

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const staleCheck = process.env.BGIO_STALE_CHECK === '1';
const connect = (base) => io(`${base}/get-bit`, { transports: ['websocket'], forceNew: true });

class Player {
  constructor(table, id) {
    Object.assign(this, { table, id });
    this.pending = null; // the move that waits for its acknowledgement
    this.socket = connect(table.base);
    this.socket.io.on('open', () => {
      this.socket.io.engine.on('packet', ({ data }) => (table.tally.bytes += data?.length ?? 0));
    });
    this.socket.on('connect', () => this.match && this.sync());
    this.socket.on('disconnect', () => table.closing || (table.tally.lost += 1));
    this.socket.on('sync', (matchID, info) => {
      table.tap?.(this.id, { sync: info });
      if (matchID !== this.match?.id) return;
      const mine = (info.log ?? []).filter((entry) => this.made(entry)).length;
      if (this.pending && mine > this.match.acknowledged[this.id]) this.accepted();
      else if (this.pending) this.dropped();
      this.entered?.();
      this.seen(info.state);
    });
    this.socket.on('update', (matchID, state, log) => {
      table.tap?.(this.id, { update: state, log });
      if (matchID !== this.match?.id) return;
      if (this.pending && log.some((entry) => this.made(entry))) this.accepted();
      else if (staleCheck && this.pending && state._stateID > this.pending.stateID) this.dropped();
      this.seen(state);
    });
  }

  made(entry) {
    return entry.action.type === 'MAKE_MOVE' && entry.action.payload.playerID === this.id;
  }

  accepted() {
    this.match.acknowledged[this.id] += 1;
    this.table.tally.accept(this.pending.sentAt);
    this.pending = null;
  }

  /** The server did not take the move, and said nothing: it is sent again, and its time goes on. */
  dropped() {
    this.table.tally.reject();
    this.since = this.pending.sentAt;
    this.pending = null;
  }

  sync() {
    this.socket.emit('sync', this.match.id, this.id, this.credentials, 4);
  }

  /** Takes a seat in a match and resolves once its state is here. */
  async enter(match) {
    const joined = await request(this.table.base, 'POST', `/games/get-bit/${match.id}/join`, {
      body: { playerID: this.id, playerName: `p${this.id}` },
    });
    Object.assign(this, { match, credentials: joined.body.playerCredentials, pending: null, state: null });
    const here = new Promise((resolve) => (this.entered = resolve));
    if (this.socket.connected) this.sync();
    await here;
    this.entered = null;
  }

  seen(state) {
    this.state = state;
    if (this.table.playing) this.act();
    if (state.ctx.gameover) this.table.over();
  }

  /** What this player has to do now. */
  due() {
    const { ctx } = this.state ?? {};
    return this.pending || ctx?.gameover ? undefined : ctx?.activePlayers?.[this.id];
  }

  /** Any legal move, if one is due; returns what was chosen. */
  act() {
    const stage = this.due();
    if (!stage) return null;
    const { state } = this;
    const mine = state.G.swimmers[this.id];
    const [type, choice] = stage === 'choosing' ? ['playCard', pick(mine.hand)] : ['loseLimb', pick(mine.limbs)];
    this.pending = { stateID: state._stateID, sentAt: this.since ?? performance.now() };
    this.since = undefined;
    this.send(type, choice, this.id);
    return `${type} ${choice}`;
  }

  send(type, choice, as) {
    const payload = { type, args: [choice], playerID: as, credentials: this.credentials };
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.state._stateID, this.match.id, this.id);
  }
}

class Table {
  constructor(base, tally) {
    Object.assign(this, { base, tally, playing: false, closing: false, matches: [] });
    this.players = ['0', '1', '2', '3'].map((id) => new Player(this, id));
  }

  /** A new match with all four in it. */
  async prepare() {
    const created = await request(this.base, 'POST', '/games/get-bit/create', { body: { numPlayers: 4 } });
    const match = { id: created.body.matchID, acknowledged: [0, 0, 0, 0] };
    this.matches.push(match);
    for (const player of this.players) await player.enter(match);
    this.changing = false;
  }

  play() {
    this.playing = true;
    for (const player of this.players) player.act();
  }

  /** Everybody hears of the end; the next match begins once. */
  over() {
    if (this.changing || this.single) return;
    this.changing = true;
    this.tally.games += 1;
    this.playing = false;
    this.prepare().then(
      () => this.play(),
      (error) => this.closing || this.tally.error(error.message),
    );
  }

  /** Somebody who only watches. */
  watch() {
    const socket = connect(this.base);
    const { id } = this.matches.at(-1);
    socket.on('connect', () => socket.emit('sync', id, null, undefined, 4));
    socket.on('sync', (_, info) => this.tap('spectator', { sync: info }));
    socket.on('update', (_, state, log) => this.tap('spectator', { update: state, log }));
  }

  /** The seed of its dice, from where the server keeps it. */
  async seed(dir) {
    const { FlatFile } = require('boardgame.io/server');
    const db = new FlatFile({ dir });
    await db.connect();
    const { initialState } = await db.fetch(this.matches.at(-1).id, { initialState: true });
    return initialState.plugins.random.data.seed;
  }

  /** Whether player 1 can choose a card for player 0. */
  async impersonate() {
    this.players[1].send('playCard', 1, '0');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return this.players[0].state.G.swimmers[0].chosen !== null;
  }

  get isOver() {
    return Boolean(this.players[0].state?.ctx.gameover);
  }

  close() {
    this.closing = true;
    for (const player of this.players) player.socket.close();
  }
}

module.exports = { Table };
