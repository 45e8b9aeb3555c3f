#!/usr/bin/env bash
# Two embedded Postgres open one data folder, and the later one to write wins.
#
# Versions  @electric-sql/pglite 0.5.14; Node 20 and 24
# Guess     A data folder is guarded as Postgres guards it (postmaster.pid): the second to open it is refused.
# Seen      Both open it, both write, both read only their own row; a third one opened afterwards has lost one of them (2026-11-29):
#               first reads 1, second reads 1, afterwards 1 of 2 rows
# Matters   A server started twice by mistake loses what it has answered. Clublens keeps a lock of its own beside the folder.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const first = await PGlite.create('./data');
await first.exec('create table note (text text)');
await first.close();
const one = await PGlite.create('./data');
const two = await PGlite.create('./data');
await one.query("insert into note values ('of one')");
await two.query("insert into note values ('of two')");
const count = async (db) => Number((await db.query('select count(*) from note')).rows[0].count);
const seen = [await count(one), await count(two)];
await one.close();
await two.close();
const third = await PGlite.create('./data');
const left = await count(third);
console.log(`first reads ${seen[0]}, second reads ${seen[1]}, afterwards ${left} of 2 rows`);
process.exit(left < 2 ? 0 : 1);
JS
timeout 120 node try.mjs
