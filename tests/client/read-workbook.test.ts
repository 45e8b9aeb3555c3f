import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook } from '#client/features/people/member-imports/read-workbook.ts';
import { cellOf, workbook } from '#tests/support/workbook.ts';

test('the first sheet becomes a list: names with umlauts, empty cells, dates as dates', async () => {
  const rows = `<row r="1">${cellOf('A1', 'Vorname')}${cellOf('B1', 'Nachname')}${cellOf('C1', 'Geburtsdatum')}</row>
    <row r="2">${cellOf('A2', 'Jörg')}${cellOf('B2', 'Müller; jun.')}<c r="C2" s="1"><v>42005</v></c></row>
    <row r="3">${cellOf('A3', 'Ida')}<c r="C3"><v>7</v></c></row>`;
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
    (_, index) => `<row r="${index + 1}">${cellOf(`A${index + 1}`, `Person ${index}`)}</row>`,
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
