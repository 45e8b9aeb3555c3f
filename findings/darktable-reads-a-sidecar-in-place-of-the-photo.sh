#!/usr/bin/env bash
# An XMP file with nothing but a person takes caption and stars from a photo that has them inside.
#
# Versions  darktable 4.2.1-4 (Debian 12); sharp 0.34.5
# Guess     What an XMP file beside a photo says is added to what the photo itself says; what it does not mention stays.
# Seen      The photo's own XMP is not read where a file lies beside it: the caption is gone from the export, four stars are one, which
#           every photo without a rating gets. 2026-11-30:
#               alone: caption yes, rating 4    beside: caption no, rating 1, person yes
# Matters   A gallery that is saved with names in files beside the photos loses captions and stars at the next export. The page about
#           darktable has the names put into the photos first.
set -euo pipefail
cd "$(mktemp -d)"
fetch() { apt-get install --reinstall --download-only -qq -y --no-install-recommends -o Dir::Cache::archives="$PWD" "$1" >/dev/null 2>&1; }
fetch darktable=4.2.1-4 || fetch darktable
for package in *.deb; do dpkg-deb -x "$package" program; done
libraries=$(find "$PWD/program/usr/lib" -type d -name '*-linux-gnu' | head -1)
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sharp@0.34.5
cat > make.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
const packet = (fields, inside) => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ${fields}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const own = packet('xmp:Rating="4"', '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Goal in the last minute</rdf:li></rdf:Alt></dc:description>');
const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(own)]);
const head = Buffer.from([0xff, 0xe1, 0, 0]);
head.writeUInt16BE(body.length + 2, 2);
const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3a6' } }).jpeg().toBuffer();
for (const name of ['alone', 'beside'])
  writeFileSync(`${name}.jpg`, Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]));
writeFileSync('beside.jpg.xmp', packet('', '<ext:PersonInImage><rdf:Bag><rdf:li>Mia Berg</rdf:li></rdf:Bag></ext:PersonInImage>'));
JS
node make.mjs
has() { if grep -aq "$2" "exported-$1.jpg"; then echo yes; else echo no; fi; }
seen=''
for name in alone beside; do
  LD_LIBRARY_PATH=$libraries:$libraries/darktable timeout 60 program/usr/bin/darktable-cli "$name.jpg" "exported-$name.jpg" --core \
    --datadir program/usr/share/darktable --moduledir "$libraries/darktable" --configdir own --cachedir own --library :memory: >/dev/null 2>&1
  rating=$(grep -ao 'xmp:Rating="[0-9]*"' "exported-$name.jpg" | head -1 | tr -dc 0-9)
  seen+="$name: caption $(has "$name" 'Goal in the last minute'), rating $rating, person $(has "$name" 'Mia Berg'); "
done
echo "$seen"
[ "$seen" = 'alone: caption yes, rating 4, person no; beside: caption no, rating 1, person yes; ' ]
