// Tables of four clients that move as fast as they are answered, against either server.
//
//   node load.js undertow|boardgame URL TABLES WARMUP SECONDS
//
// Speaks with its caller by lines: says {"ready"} when everybody sits and begins when a line comes; says {"report"} when
// the time is up or a line comes; says {"ledger"}, what was acknowledged in every match, when a line comes, and goes.

const { createInterface } = require('node:readline');
const { once } = require('node:events');
const { Tally } = require('./clients/tally');

const [side, base, ...numbers] = process.argv.slice(2);
const [count, warmup, seconds] = numbers.map(Number);
const { Table } = require(`./clients/${side}`);
const AT_ONCE = 8; // tables being set up

const say = (message) => new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, resolve));
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));

async function main() {
  const orders = createInterface({ input: process.stdin });
  const order = () => once(orders, 'line');
  const tally = new Tally();
  const tables = [];
  const setUp = async () => {
    while (tables.length < count) {
      const table = new Table(base, tally);
      tables.push(table);
      await table.prepare();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, setUp));
  say({ ready: (performance.now() - began) / 1000 });
  await order();
  for (const table of tables) table.play();
  await sleep(warmup);
  tally.begin();
  await Promise.race([sleep(seconds), order()]);
  tally.end();
  say({ report: tally.report() });
  await order();
  await say({ ledger: tables.flatMap((table) => table.matches) });
  for (const table of tables) table.close();
  process.exit(0);
}

process.on('unhandledRejection', async (error) => {
  await say({ failed: String(error?.stack ?? error) });
  process.exit(1);
});
main();
