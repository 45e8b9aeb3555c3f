#!/usr/bin/env bash
# Setting all dates of a photo removes its time zone.
#
# Versions  exiftool-vendored 38.3.0 (ExifTool in npm); Node 20, perl 5.36
# Guess     Writing AllDates changes three dates and leaves the offset of each alone, as exiftool does by itself.
# Seen      The wrapper switches MWG tags on, where a date without an offset means "no offset": OffsetTimeOriginal and the fraction of the
#           second are deleted (2026-11-29):
#               before +02:00 and 25, afterwards none and none
# Matters   A corrected clock loses the zone: the photo is then taken for one of the server's zone. With useMWG: false both stay.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exiftool-vendored@38.3.0 sharp@0.35.5
cat > try.mjs <<'JS'
import { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
const IFD2 = { DateTimeOriginal: '2026:06:13 14:05:07', OffsetTimeOriginal: '+02:00', SubSecTimeOriginal: '25' };
await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).withExif({ IFD2 }).jpeg().toFile('a.jpg');
const exiftool = new ExifTool();
const read = async () => {
  const raw = await exiftool.readRaw('a.jpg', ['-OffsetTimeOriginal', '-SubSecTimeOriginal']);
  return [raw.OffsetTimeOriginal, raw.SubSecTimeOriginal].map((value) => value ?? 'none').join(' and ');
};
const before = await read();
await exiftool.write('a.jpg', { AllDates: '2026:06:13 15:05:07' });
const after = await read();
await exiftool.end();
console.log(`before ${before}, afterwards ${after}`);
process.exit(before === '+02:00 and 25' && after === 'none and none' ? 0 : 1);
JS
timeout 60 node try.mjs
