import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { ColumnMeaning, ListEncoding, ListSeparator } from '#server/contract/member-list-format.ts';
import type { ListFormat } from '#server/contract/schemas/member-imports.ts';
import { decodeList } from './decode-list.ts';
import { columnsToRead, findHeader, guessColumns } from './guess-columns.ts';
import { guessSeparator } from './guess-separator.ts';
import { parseRows } from './parse-rows.ts';
import { namesMonthFirst } from './read-birth.ts';
import { type ListLine, readLine } from './read-line.ts';

export type ReadList = {
  /** How the list was read: as chosen, else as guessed. */
  encoding: ListEncoding;
  separator: ListSeparator;
  has_header: boolean;
  columns: { header: string; meaning: ColumnMeaning; samples: string[] }[];
  lines: ListLine[];
};
const SAMPLES = 3;

/** Reads a list of members from the bytes of a CSV file. Pure, but for the day it is where none is given. */
export function readList(
  bytes: Uint8Array,
  format: ListFormat = {},
  today = new Date().toISOString().slice(0, 10),
): ReadList {
  const { text, encoding } = decodeList(bytes, format.encoding);
  const separator = format.separator ?? guessSeparator(text);
  const rows = parseRows(text, separator);
  const found = findHeader(rows);
  const hasHeader = format.has_header ?? found >= 0;
  const header = hasHeader ? Math.max(found, 0) : -1;
  const kept = columnsToRead(rows[header]?.cells ?? [], rows);
  const inColumns = rows.map((row) => ({ ...row, cells: kept.map((position) => row.cells[position] ?? '') }));
  const words = inColumns[header]?.cells ?? null;
  const body = inColumns.slice(header + 1);
  if (body.length > countLimits.importLinesMax) throw new AppError('import_too_many_lines');
  if (body.length === 0) throw new AppError('import_file_empty');
  const guessed = guessColumns(words, body);
  const columns = guessed.map((guess, position) =>
    format.columns ? (format.columns[position] ?? 'ignored') : guess,
  );
  const birthAt = columns.indexOf('born_on');
  const monthFirst = namesMonthFirst(body.map(({ cells }) => cells[birthAt] ?? ''));
  return {
    encoding,
    separator,
    has_header: hasHeader,
    columns: columns.map((meaning, position) => ({
      header: words?.[position] ?? '',
      meaning,
      samples: body
        .map(({ cells }) => cells[position] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, SAMPLES),
    })),
    lines: body.map((row) => readLine(row, columns, { monthFirst, today })),
  };
}
