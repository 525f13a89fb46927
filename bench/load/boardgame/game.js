// Get Bit! for boardgame.io: 4 swimmers, base game, the rules of src/undertow/games/get_bit without the Shark player.
//
// A round is a turn in which everybody in line is active. A choice is a secret of its owner until all are made: it runs
// on the server alone (`client: false`), is struck from the log (`redact`) and from everybody else's view (`playerView`).

const { INVALID_MOVE } = require('boardgame.io/core');

const CARDS = [1, 2, 3, 4, 5];
const LIMBS = ['right leg', 'left leg', 'right arm', 'left arm'];

// The framework refuses a move that was sent before another player's arrived, without telling the sender, unless the
// move says otherwise. Simultaneous choices need it; BGIO_STALE_CHECK=1 shows what happens with the default.
const ignoreStaleStateID = process.env.BGIO_STALE_CHECK !== '1';

function setup({ ctx, random }) {
  const ids = Array.from({ length: ctx.numPlayers }, (_, i) => String(i));
  return {
    round: 0,
    line: random.Shuffle(ids), // front first
    swimmers: Object.fromEntries(ids.map((id) => [id, { hand: CARDS, limbs: LIMBS, chosen: null }])),
    shown: {}, // the cards of the last round
  };
}

/** A card lies face down; when the last one does, all are turned over. */
function playCard({ G, playerID, events }, card) {
  const swimmer = G.swimmers[playerID];
  if (swimmer.chosen !== null || !swimmer.hand.includes(card)) return INVALID_MOVE;
  swimmer.chosen = card;
  if (G.line.every((id) => G.swimmers[id].chosen !== null)) reveal(G, events);
}

function reveal(G, events) {
  G.shown = Object.fromEntries(G.line.map((id) => [id, G.swimmers[id].chosen]));
  G.line = swim(G.line, G.shown);
  for (const id of G.line) {
    const swimmer = G.swimmers[id];
    swimmer.hand = swimmer.hand.filter((card) => card !== swimmer.chosen);
    swimmer.chosen = null;
  }
  if (G.round === 1) return endRound(G, events);
  const last = G.line[G.line.length - 1];
  const limbs = G.swimmers[last].limbs;
  if (limbs.length === 1) bite(G, events, last, limbs[0]);
  else events.setActivePlayers({ value: { [last]: { stage: 'bitten', maxMoves: 1 } } });
}

/** Whoever is alone with a number jumps to the front, the lowest first; equal numbers stay where they are. */
function swim(line, cards) {
  const alone = (id) => line.every((other) => other === id || cards[other] !== cards[id]);
  const jumping = line.filter(alone).sort((a, b) => cards[b] - cards[a]);
  return [...jumping, ...line.filter((id) => !alone(id))];
}

function loseLimb({ G, playerID, events }, limb) {
  if (!G.swimmers[playerID].limbs.includes(limb)) return INVALID_MOVE;
  bite(G, events, playerID, limb);
}

/** The limb is gone. The swimmer jumps to the front with a full hand; without a limb left it is out. */
function bite(G, events, id, limb) {
  const swimmer = G.swimmers[id];
  swimmer.limbs = swimmer.limbs.filter((other) => other !== limb);
  G.line = G.line.filter((other) => other !== id);
  if (swimmer.limbs.length > 0) {
    G.line.unshift(id);
    swimmer.hand = CARDS;
  }
  endRound(G, events);
}

/** Two left: the one in front wins. Otherwise whoever is down to one card takes all back, and on to the next round. */
function endRound(G, events) {
  if (G.line.length === 2) return events.endGame({ winner: G.line[0] });
  for (const id of G.line) if (G.swimmers[id].hand.length === 1) G.swimmers[id].hand = CARDS;
  events.endTurn();
}

/** Everybody in line has a card to choose, eliminated swimmers have not. */
function beginRound({ G, events }) {
  G.round += 1;
  events.setActivePlayers({
    value: Object.fromEntries(G.line.map((id) => [id, { stage: 'choosing', maxMoves: 1 }])),
  });
}

/** A choice is shown to its owner alone; played cards lie open, so hands are public. */
function playerView({ G, playerID }) {
  const swimmers = Object.entries(G.swimmers).map(([id, swimmer]) =>
    id === playerID ? [id, swimmer] : [id, { ...swimmer, chosen: null }],
  );
  return { ...G, swimmers: Object.fromEntries(swimmers) };
}

const GetBit = {
  name: 'get-bit',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true, // keeps no second copy of the state: less to write
  setup,
  playerView,
  turn: {
    onBegin: beginRound,
    stages: {
      choosing: { moves: { playCard: { move: playCard, client: false, redact: true, ignoreStaleStateID } } },
      bitten: { moves: { loseLimb: { move: loseLimb, client: false, ignoreStaleStateID } } },
    },
  },
};

module.exports = { GetBit, swim };
