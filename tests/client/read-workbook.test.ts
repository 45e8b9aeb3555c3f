import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook } from '#client/features/people/member-imports/read-workbook.ts';

const relations = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>${
    type === 'worksheet'
      ? '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
      : ''
  }</Relationships>`;
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** An Excel file with this sheet; style 1 is a date. */
function workbook(rows: string, more: Record<string, Uint8Array> = {}): Blob {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="U9" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/styles.xml': `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  };
  const files = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]));
  return new Blob([zipSync({ ...files, ...more }) as Uint8Array<ArrayBuffer>]);
}

test('the first sheet becomes a list: names with umlauts, empty cells, dates as dates', async () => {
  const rows = `<row r="1">${text('A1', 'Vorname')}${text('B1', 'Nachname')}${text('C1', 'Geburtsdatum')}</row>
    <row r="2">${text('A2', 'Jörg')}${text('B2', 'Müller; jun.')}<c r="C2" s="1"><v>42005</v></c></row>
    <row r="3">${text('A3', 'Ida')}<c r="C3"><v>7</v></c></row>`;
  expect((await readWorkbook(workbook(rows))).split('\r\n')).toEqual([
    '\ufeffVorname;Nachname;Geburtsdatum',
    'Jörg;"Müller; jun.";2015-01-01',
    'Ida;;7',
    '',
  ]);
});

test('thousands of lines are read', async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `<row r="${index + 1}">${text(`A${index + 1}`, `Person ${index}`)}</row>`,
  );
  expect((await readWorkbook(workbook(rows.join('')))).split('\r\n')).toHaveLength(5_001);
});

test('what unpacks to more than a list can be is refused before it is unpacked', async () => {
  const bomb = { 'xl/media.xml': new Uint8Array(30_000_000) };
  await expect(readWorkbook(workbook('', bomb))).rejects.toThrow('Too large');
  // A size that lies: what is beyond it is not unpacked.
  const packed = new Uint8Array(
    await workbook('', { 'xl/media.xml': new Uint8Array(19_000_000) }).arrayBuffer(),
  );
  expect(packed.length).toBeLessThan(100_000);
  const view = new DataView(packed.buffer);
  for (let at = 0; at < packed.length - 30; at += 1)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 19_000_000)
      view.setUint32(at + 24, 1_000, true);
  await expect(readWorkbook(new Blob([packed]))).resolves.toBeTypeOf('string');
});

test.each([
  ['no archive', new Blob(['Vorname;Nachname'])],
  [
    'an archive of something else',
    new Blob([zipSync({ 'a.txt': strToU8('hello') }) as Uint8Array<ArrayBuffer>]),
  ],
  ['nothing', new Blob([])],
])('%s is refused', async (_what, file) => {
  await expect(readWorkbook(file)).rejects.toThrow();
});
