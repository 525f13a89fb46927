// Reads every match of a ledger from FlatFile storage with the framework's own code, as the server does when a client
// asks for it, and counts the acknowledged moves that are not in it.
//
//   node stored.js FOLDER LEDGER

const { readFileSync } = require('node:fs');
const { FlatFile } = require('boardgame.io/server');

const [dir, ledger] = process.argv.slice(2);

async function main() {
  const db = new FlatFile({ dir });
  await db.connect();
  const told = { acknowledged: 0, rolled_back: 0, unreadable: 0, unreadable_matches: [] };
  for (const { id, acknowledged } of JSON.parse(readFileSync(ledger, 'utf8'))) {
    const total = acknowledged.reduce((sum, n) => sum + n, 0);
    told.acknowledged += total;
    try {
      const { state, log = [] } = await db.fetch(id, { state: true, log: true, metadata: true, initialState: true });
      const made = log.filter((entry) => entry._stateID < state._stateID && entry.action.type === 'MAKE_MOVE');
      acknowledged.forEach((n, player) => {
        const known = made.filter((entry) => entry.action.payload.playerID === String(player)).length;
        told.rolled_back += Math.max(0, n - known);
      });
    } catch {
      told.unreadable += total;
      told.unreadable_matches.push(id);
    }
  }
  console.log(JSON.stringify(told));
}

main();
