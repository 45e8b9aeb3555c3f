#!/usr/bin/env bash
# A prepared statement asked with an array of one is planned each time, however often it comes.
#
# Versions  PostgreSQL 18 in @electric-sql/pglite 0.5.14; Node 20 and 24
# Guess     After five executions a prepared statement keeps its plan; an array of one key in `= any($1)` costs what `= $1` costs,
#           so a slow look-up by key spends its time reading.
# Seen      (2026-12-01, 12 executions each)
#               = $1         planned 5 times, then kept
#               = any($1)    planned 12 times
#           Without its values Postgres expects ten elements of an array, so the kept plan always looks dearer than planning anew.
# Matters   A look-up over eight tables for one uploaded photo took 16 ms, 12 of them planning; asked by equation 2 to 3.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = await PGlite.create();
const { rows: [{ version }] } = await db.query('select version()');
console.log(version.split(' on ')[0]);
await db.exec(`create table photo (id int primary key, gallery int not null);
  create table face (photo int not null references photo);
  create index on face (photo);
  insert into photo select n, n % 10 from generate_series(1, 4000) n;
  insert into face select n % 4000 + 1 from generate_series(1, 12000) n;
  analyze`);
const asked = (condition) => `select count(*) from photo p join face f on f.photo = p.id where p.id ${condition}`;
await db.exec(`prepare one (int) as ${asked('= $1')}; prepare list (int[]) as ${asked('= any($1)')}`);
for (let n = 1; n <= 12; n++) await db.exec(`execute one (${n}); execute list ('{${n}}')`);
const { rows } = await db.query('select name, custom_plans::int as planned, generic_plans::int as kept from pg_prepared_statements where name in ($1, $2) order by name', ['one', 'list']);
console.log(rows);
const [list, one] = rows;
process.exit(one.planned === 5 && one.kept === 7 && list.planned === 12 && list.kept === 0 ? 0 : 1);
JS
timeout 120 node try.mjs
