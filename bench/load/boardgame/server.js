// The boardgame.io server under load: its own FlatFile storage, everything else as it comes.
//
//   node server.js PORT FOLDER

const { FlatFile, Origins, Server } = require('boardgame.io/server');
const { GetBit } = require('./game');

const [port, dir] = process.argv.slice(2);

Server({ games: [GetBit], origins: [Origins.LOCALHOST], db: new FlatFile({ dir }) }).run({
  port: Number(port),
  callback: () => console.log('ready'),
});
