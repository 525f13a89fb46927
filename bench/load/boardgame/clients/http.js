// Small requests over connections that stay open.

const http = require('node:http');

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/** Sends JSON, returns {status, cookie, body}. */
function request(base, method, path, { body, cookie } = {}) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = { origin: base };
  if (payload !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(payload);
  }
  if (cookie) headers.cookie = cookie;
  return new Promise((resolve, reject) => {
    const sent = http.request(new URL(path, base), { method, agent, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode >= 400) return reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
        const set = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]);
        resolve({ status: answer.statusCode, cookie: set.join('; '), body: text ? JSON.parse(text) : null });
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

module.exports = { request };
