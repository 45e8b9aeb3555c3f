#!/usr/bin/env bash
# Two clients of one embedded Postgres get each other's rows.
#
# Versions  @electric-sql/pglite 0.5.14, @electric-sql/pglite-socket 0.2.17, pg 8.23.1; Node 20 and 24
# Guess     The socket server of PGlite makes several clients wait for each other and answers each its own rows: it has a queue.
# Seen      While one connection has a transaction open, parameterised queries of two others wait. Afterwards they are answered with each
#           other's rows or none, without an error (2026-11-29):
#               wrong answers: 40 of 40
# Matters   Whoever pools connections to it mixes data of users silently. Clublens opens exactly one connection.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 pg@8.23.1
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 10 });
let port;
server.addEventListener('listening', (event) => { port = event.detail.port; });
await server.start();
port ??= server.server?.address?.().port;
const connect = async () => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
};
const holder = await connect();
const others = [await connect(), await connect()];
let wrong = 0;
let asked = 0;
for (let round = 0; round < 20; round += 1) {
  await holder.query('begin');
  const answers = others.map((client, n) =>
    client.query('select $1::int as value', [round * 10 + n]).then(
      ({ rows }) => rows[0]?.value,
      () => 'error',
    ),
  );
  await new Promise((done) => setTimeout(done, 20));
  await holder.query('commit');
  for (const [n, value] of (await Promise.all(answers)).entries()) {
    asked += 1;
    if (value !== round * 10 + n) wrong += 1;
  }
}
console.log(`wrong answers: ${wrong} of ${asked}`);
process.exit(wrong > 0 ? 0 : 1);
JS
timeout 120 node try.mjs
