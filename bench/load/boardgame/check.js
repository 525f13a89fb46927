// Plays whole games of game.js without a network and checks them against the known numbers of Get Bit!.
//
//   node check.js [GAMES]

const assert = require('node:assert/strict');
const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
const { GetBit, swim } = require('./game');

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const games = Number(process.argv[2] ?? 300);
let rounds = 0;
let moves = 0;

assert.deepEqual(swim(['J', 'A', 'B', 'T'], { J: 4, A: 1, B: 4, T: 3 }), ['T', 'A', 'J', 'B']);

for (let n = 0; n < games; n++) {
  const multiplayer = Local();
  const players = ['0', '1', '2', '3'].map((playerID) =>
    Client({ game: GetBit, numPlayers: 4, playerID, matchID: `m${n}`, multiplayer, debug: false }),
  );
  const spectator = Client({ game: GetBit, numPlayers: 4, matchID: `m${n}`, multiplayer, debug: false });
  [...players, spectator].forEach((client) => client.start());
  for (;;) {
    const { ctx } = players[0].getState();
    if (ctx.gameover) break;
    const id = pick(Object.keys(ctx.activePlayers));
    const mine = players[id].getState().G.swimmers[id];
    if (ctx.activePlayers[id] === 'choosing') players[id].moves.playCard(pick(mine.hand));
    else players[id].moves.loseLimb(pick(mine.limbs));
    moves += 1;
    const view = spectator.getState();
    assert.ok(Object.values(view.G.swimmers).every((swimmer) => swimmer.chosen === null), 'a secret choice was shown');
    assert.equal(new Set(view.G.line).size, view.G.line.length);
    const limbs = view.G.line.every((at) => view.G.swimmers[at].limbs.length > 0);
    assert.ok(limbs, 'a swimmer without limbs in line');
  }
  const { G, ctx } = players[0].getState();
  assert.equal(G.line.length, 2);
  assert.equal(ctx.gameover.winner, G.line[0]);
  assert.ok(G.round >= 9 && G.round <= 15, `${G.round} rounds`);
  rounds += G.round;
  [...players, spectator].forEach((client) => client.stop());
}

console.log(`${games} games, ${(rounds / games).toFixed(2)} rounds (13.4 expected), ${(moves / games).toFixed(1)} moves`);
