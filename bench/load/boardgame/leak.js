// One table, moves one at a time: what do the others and a spectator receive of a choice that is still secret?
//
//   node leak.js undertow|boardgame URL GAMES [FLATFILE-FOLDER]
//
// For each choice that nobody may know yet, every message that anybody else receives is compared with the one before;
// what changed in it is kept with the card that was chosen. If it depends on the card, it tells the card.

const { Tally } = require('./clients/tally');

const [side, base, games, folder] = process.argv.slice(2);
const { Table } = require(`./clients/${side}`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const COUNTERS = new Set(['now', 'cursor', 'updatedAt', 'deadline', '_stateID', 'id', 'number', 'keep', 'turn', 'numMoves']);
const HEARD = 160; // milliseconds; news that gives nobody anything to do waits a moment
const ENOUGH = 20; // times the same change was seen

/** The leaves of a message by their path, without clocks and counters. */
function leaves(value, path = '', found = new Map()) {
  if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (!COUNTERS.has(key)) leaves(inner, `${path}.${key}`, found);
    }
  } else found.set(path, value);
  return found;
}

function changes(before, after) {
  const changed = [...after].filter(([path, value]) => before.get(path) !== value);
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => [path, 'gone']);
  return [...changed, ...gone].map(([path, value]) => `${path.replace(/\d+/g, '#')}=${value}`);
}

async function main() {
  const told = { choices: 0, messages: 0, compared: 0, telling: [] };
  const seeds = new Set();
  const seen = new Map(); // who was told, what changed -> how often each card
  const paths = new Set();
  let cookies = [];
  for (let game = 0; game < Number(games); game++) {
    const table = new Table(base, new Tally());
    table.single = true;
    const last = new Map();
    const record = []; // every message with whoever got it, while the match runs
    let secret = null; // {player, card} chosen and not shown
    table.tap = (who, message) => {
      if (message.table?.status !== 'over') record.push([who, JSON.stringify(message)]);
      if (message.type === 'ack') return;
      const kind = message.sync ? 'sync' : 'update';
      const now = leaves(message);
      if (secret && who !== secret.player && last.has(`${who} ${kind}`)) {
        told.messages += 1;
        const changed = changes(last.get(`${who} ${kind}`), now);
        changed.forEach((change) => paths.add(change.split('=')[0]));
        const key = `${who} hears of ${secret.player}: ${changed.join(', ')}`;
        if (!seen.has(key)) seen.set(key, new Map());
        seen.get(key).set(secret.card, (seen.get(key).get(secret.card) ?? 0) + 1);
      }
      last.set(`${who} ${kind}`, now);
    };
    table.players.forEach((player, index) => (player.cookie = cookies[index])); // the same people, so the same names
    await table.prepare();
    cookies = table.players.map((player) => player.cookie);
    await table.watch();
    await sleep(200);
    while (!table.isOver) {
      const due = table.players.filter((player) => player.due());
      const player = due[Math.floor(Math.random() * due.length)];
      if (!player) {
        await sleep(5);
        continue;
      }
      const name = player.seat ?? player.id;
      const choosing = due.length > 1;
      const card = player.act();
      secret = choosing ? { player: name, card } : null;
      if (choosing) told.choices += 1;
      while (player.pending) await sleep(2);
      await sleep(HEARD);
      secret = null;
    }
    await sleep(50);
    const seed = await table.seed(folder);
    for (const [who, text] of record) if (text.includes(seed)) seeds.add(who);
    table.close();
  }
  told.seed_sent_to = [...seeds].sort();
  told.changed_paths = [...paths].sort();
  for (const [key, cards] of seen) {
    const times = [...cards.values()].reduce((sum, n) => sum + n, 0);
    if (times >= ENOUGH) told.compared += times;
    if (times >= ENOUGH && cards.size === 1) told.telling.push(key);
  }
  const table = new Table(base, new Tally());
  await table.prepare();
  told.moved_for_another = await table.impersonate();
  console.log(JSON.stringify(told));
  process.exit(0);
}

main();
