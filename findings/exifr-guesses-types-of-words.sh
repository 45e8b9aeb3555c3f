#!/usr/bin/env bash
# A reader of XMP turns words into numbers and booleans, and one person into no list.
#
# Versions  exifr 7.1.3; Node 20 and 24
# Guess     Text of XMP is text, and an rdf:Bag is a list, whatever it holds.
# Seen      A city "0042" is the number 42, "true" a boolean, "Mia &amp; Tom" keeps its entity, and a list with one item is a string
#           (2026-11-29):
#               {"Headline":"Mia &amp; Tom","City":42,"Label":true,"subject":7}
# Matters   Names and keywords of photographers would change on the way. Clublens reads XMP packets with fast-xml-parser.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3
cat > try.mjs <<'JS'
import exifr from 'exifr';
const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 photoshop:Headline="Mia &amp; Tom" photoshop:City="0042" xmp:Label="true">
 <dc:subject><rdf:Bag><rdf:li>007</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`;
const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(packet)]);
const head = Buffer.from([0xff, 0xe1, 0, 0]);
head.writeUInt16BE(body.length + 2, 2);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), head, body, Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])]);
const read = await exifr.parse(jpeg, { xmp: true, mergeOutput: true });
console.log(JSON.stringify(read));
const isSo = read.City === 42 && read.Label === true && read.subject === 7 && read.Headline === 'Mia &amp; Tom';
process.exit(isSo ? 0 : 1);
JS
timeout 60 node try.mjs
