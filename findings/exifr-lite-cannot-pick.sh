#!/usr/bin/env bash
# The small build of a reader of Exif refuses the option by which few tags are read.
#
# Versions  exifr 7.1.3, dist/lite.esm.mjs; Node 20 and 24
# Guess     The small build leaves out formats, so what it reads of Exif it reads with the same options.
# Seen      A photo whose tags it reads without options cannot be read with `pick`, which the full build takes (2026-11-30):
#               full: {"DateTimeOriginal":"2026:06:13 14:00:00"}
#               lite: TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
# Matters   Whoever takes a failed reading for a photo without tags, as one does with files of strangers, dates every photo by its file.
#           Without the option the small build reads the same tags.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3
cat > try.mjs <<'JS'
import full from 'exifr/dist/full.esm.mjs';
import lite from 'exifr/dist/lite.esm.mjs';
/** A directory with one entry: tag, type, count, value or place. */
const directory = (tag, type, count, value) => {
  const bytes = Buffer.alloc(18);
  bytes.writeUInt16BE(1, 0);
  bytes.writeUInt16BE(tag, 2);
  bytes.writeUInt16BE(type, 4);
  bytes.writeUInt32BE(count, 6);
  bytes.writeUInt32BE(value, 10);
  return bytes;
};
const text = Buffer.from('2026:06:13 14:00:00\0');
const tiff = Buffer.concat([
  Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
  directory(0x8769, 4, 1, 26),
  directory(0x9003, 2, text.length, 44),
  text,
]);
const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
const head = Buffer.from([0xff, 0xe1, 0, 0]);
head.writeUInt16BE(body.length + 2, 2);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), head, body, Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])]);
const plain = { reviveValues: false };
const picking = { ...plain, pick: ['DateTimeOriginal'] };
const read = (reader, options) => reader.parse(jpeg, options).catch(String);
const [ofFull, ofLite, unpicked] = [await read(full, picking), await read(lite, picking), await read(lite, plain)];
console.log('full:', JSON.stringify(ofFull));
console.log('lite:', ofLite);
const isSo =
  ofFull.DateTimeOriginal === unpicked.DateTimeOriginal && ofFull.DateTimeOriginal && String(ofLite).startsWith('TypeError');
process.exit(isSo ? 0 : 1);
JS
timeout 60 node try.mjs
