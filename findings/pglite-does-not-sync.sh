#!/usr/bin/env bash
# The embedded Postgres answers a commit before the disk has it.
#
# Versions  @electric-sql/pglite 0.5.14; Node 20 and 24
# Guess     Postgres' defaults hold: fsync and full_page_writes are on, so a commit survives the loss of power.
# Seen      (2026-11-29)
#               fsync off, full_page_writes on, synchronous_commit on
# Matters   A killed process loses nothing, a power cut may. Clublens' promises say so, and name a Postgres server for more.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = await PGlite.create('./data');
const { rows } = await db.query(
  "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name",
);
console.log(rows.map(({ name, setting }) => `${name} ${setting}`).join(', '));
process.exit(rows.some(({ name, setting }) => name === 'fsync' && setting === 'off') ? 0 : 1);
JS
timeout 120 node try.mjs
