// A client asks a boardgame.io server for a match, as it does after reconnecting; says what came.
//
//   node ask.js URL MATCH

const { io } = require('socket.io-client');

const [base, match] = process.argv.slice(2);
const socket = io(`${base}/get-bit`, { transports: ['websocket'] });
const end = (answer) => {
  console.log(JSON.stringify(answer));
  process.exit(0);
};
socket.on('connect', () => socket.emit('sync', match, null, undefined, 4));
socket.on('sync', () => end('sync'));
socket.on('disconnect', () => end('disconnected'));
setTimeout(() => end('nothing'), 3000);
