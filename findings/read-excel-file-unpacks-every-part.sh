#!/usr/bin/env bash
# The reader of Excel files says that it leaves out what is no XML, and unpacks it all the same.
#
# Versions  read-excel-file 9.3.17 (universal) with fflate 0.8.3; Node 20
# Guess     filterZipArchiveEntry lets only .xml and .xml.rels through, so that a part with another name is not unpacked.
# Seen      unzipAsync in modules/zip/unzipFromArrayBuffer.js does not hand its options to fflate. A .bin part whose way of compression is
#           unknown, which nobody who leaves it out would notice, ends the reading (2026-11-30): unknown compression type 99
# Matters   A picture or a bomb with any name is unpacked without a limit. Clublens unpacks first, XML alone, and hands that over.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts read-excel-file@9.3.17 fflate@0.8.3
cat > read.js <<'JS'
import { strToU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
const namespace = 'http://schemas.openxmlformats.org';
const relations = (type, target) =>
  `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="rId1" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const main = `xmlns="${namespace}/spreadsheetml/2006/main"`;
const parts = {
  '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>`,
};
const files = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]));
console.log('without it:', JSON.stringify(await readSheet(zipSync(files).buffer)));
const zip = zipSync({ ...files, 'xl/media/picture.bin': new Uint8Array(5_000) });
const view = new DataView(zip.buffer);
for (let at = 0; at < zip.length - 46; at += 1)
  if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 5_000) view.setUint16(at + 10, 99, true);
const failed = await readSheet(zip.buffer).then(() => '', (error) => String(error.cause?.message ?? error.message));
console.log('with it:', failed);
process.exit(/unknown compression/.test(failed) ? 0 : 1);
JS
node read.js
