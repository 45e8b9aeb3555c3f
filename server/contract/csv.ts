/**
 * CSV as spreadsheets read it. A cell that a spreadsheet would run as a formula gets an apostrophe in front; the wide
 * forms of the signs count too, because some programs make them plain.
 */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

export function escapeCsvCell(cell: string, separator: ',' | ';'): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file with a byte order mark, by which Excel recognises UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[], separator: ',' | ';'): string =>
  `\ufeff${rows.map((row) => row.map((cell) => escapeCsvCell(cell, separator)).join(separator)).join('\r\n')}\r\n`;
