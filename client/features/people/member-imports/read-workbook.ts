import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { toCsv } from '#server/contract/csv.ts';

/** A list of 5,000 people takes less than 3 MB unpacked. */
const UNPACKED_MAX_BYTES = 20_000_000;
const isRead = (name: string) => /\.xml(\.rels)?$/.test(name);

/** The first sheet of an Excel file as CSV. @throws for what is none, or too large unpacked */
export async function readWorkbook(file: Blob): Promise<string> {
  let unpacked = 0;
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) => {
      if (!isRead(name)) return false;
      unpacked += originalSize;
      if (unpacked > UNPACKED_MAX_BYTES) throw new Error('Too large when it is unpacked');
      return true;
    },
  });
  // The reader unpacks without a limit, and large parts in workers that the page's policy forbids: it gets them unpacked.
  const plain = zipSync(parts, { level: 0 });
  const rows = await readSheet(plain.buffer as ArrayBuffer);
  return toCsv(
    rows.map((row) => row.map(textOf)),
    ';',
  );
}

const textOf = (cell: unknown): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? '' : String(cell);
};
