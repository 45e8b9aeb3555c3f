#!/usr/bin/env bash
# Loading a model runner writes a device id into the home folder.
#
# Versions  onnxruntime-node 1.30.0 (Linux, its own build); Node 20 and 24
# Guess     A library that runs models on this machine writes nothing and names no host; 1.28 did not.
# Seen      Since 1.29 it makes a device id and an event store in $HOME as soon as a session is created, and looks up its maker's
#           collector; with ORT_DISABLE_TELEMETRY=1 in the environment of the process, before it is loaded, it does not (2026-11-29):
#               files in HOME: without the variable 2, with it 0
# Matters   "No request leaves the server" would be untrue by an upgrade. Clublens sets the variable, and a test watches files and look-ups.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts onnxruntime-node@1.30.0
cat > try.mjs <<'JS'
import { InferenceSession } from 'onnxruntime-node';
// One Identity node from x to y, one float: the smallest valid model (ONNX IR 8, opset 13), as protobuf.
const text = (field, value) => [field * 8 + 2, Buffer.byteLength(value), ...Buffer.from(value)];
const message = (field, bytes) => [field * 8 + 2, bytes.length, ...bytes];
const type = message(1, [8, 1, ...message(2, message(1, [8, 1]))]);
const value = (name) => [...text(1, name), ...message(2, type)];
const node = [...text(1, 'x'), ...text(2, 'y'), ...text(4, 'Identity')];
const graph = [...message(1, node), ...text(2, 'g'), ...message(11, value('x')), ...message(12, value('y'))];
const model = [8, 8, ...message(7, graph), ...message(8, [...text(1, ''), 16, 13])];
await InferenceSession.create(Uint8Array.from(model));
await new Promise((done) => setTimeout(done, 2000));
JS
count() { find "$1" -type f | wc -l | tr -d ' '; }
mkdir without with
HOME=$PWD/without XDG_CACHE_HOME= XDG_DATA_HOME= CI= timeout 60 node try.mjs
HOME=$PWD/with XDG_CACHE_HOME= XDG_DATA_HOME= CI= ORT_DISABLE_TELEMETRY=1 timeout 60 node try.mjs
echo "files in HOME: without the variable $(count without), with it $(count with)"
[ "$(count without)" -gt 0 ] && [ "$(count with)" -eq 0 ]
