import { strToU8, zipSync } from 'fflate';

const relations = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>${
    type === 'worksheet'
      ? '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
      : ''
  }</Relationships>`;
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
/** A cell with a text. */
export const cellOf = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** An Excel file with this sheet; style 1 is a date. */
export function workbook(rows: string, more: Record<string, Uint8Array> = {}): Blob {
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
