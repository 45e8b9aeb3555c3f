import { downloadBlob } from '#client/lib/download-blob.ts';
import { toCsv } from '#server/contract/csv.ts';

/** Downloads rows for a spreadsheet. Excel separates cells by the sign that the language does not use in numbers. */
export function saveCsv(language: string, name: string, rows: readonly (readonly string[])[]): void {
  const csv = toCsv(rows, language === 'de' ? ';' : ',');
  downloadBlob(new Blob([csv], { type: 'text/csv' }), `${name}.csv`);
}
