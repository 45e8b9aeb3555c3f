#!/usr/bin/env bash
# statement_timeout is accepted and ends nothing.
#
# Versions  @electric-sql/pglite 0.5.14; Node 20 and 24
# Guess     Postgres in WebAssembly ends a statement after statement_timeout, or refuses the setting.
# Seen      The setting is kept and shown, and a query of seconds runs to its end under a limit of 50 ms: no timer interrupts
#           WebAssembly (2026-11-29):
#               statement_timeout is 50ms, the query took 57530 ms to its end (on a busy machine)
# Matters   One bad query blocks everybody for as long as it takes. Clublens watches calls from outside and replaces the database's worker.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = await PGlite.create();
await db.exec("set statement_timeout = '50ms'");
const { statement_timeout } = (await db.query('show statement_timeout')).rows[0];
const began = performance.now();
const ended = await db.query('select count(*) from generate_series(1, 20000000)').then(
  () => 'its end',
  (error) => error.message,
);
const took = Math.round(performance.now() - began);
console.log(`statement_timeout is ${statement_timeout}, the query took ${took} ms to ${ended}`);
process.exit(statement_timeout === '50ms' && took > 500 && ended === 'its end' ? 0 : 1);
JS
timeout 120 node try.mjs
