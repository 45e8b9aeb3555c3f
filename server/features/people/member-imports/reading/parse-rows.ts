import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import {
  type ListSeparator,
  listSeparators,
  separatorCharacters,
} from '#server/contract/member-list-format.ts';

/** A row of the file with the number of the line it begins in, counted from 1 as editors do. */
export type Row = { line: number; cells: string[] };

/** Excel writes and reads the separator in a line of its own. */
const separatorLine = /^"?sep=([,;\t|])"?(\n|$)/i;
/** Rows that may stand above the names: a title, an empty line, the header. */
const EXTRA_ROWS = 20;
/** Cells of one row that are read; what stands behind them is left out, as are characters of a cell beyond its most. */
const CELLS_MAX = 200;
/** Characters of one row. A quotation mark that is never closed takes in everything behind it. */
const ROW_MAX = 100_000;

/** The separator that the file itself names in its first line. */
export function namedSeparator(text: string): ListSeparator | undefined {
  const character = separatorLine.exec(text)?.[1];
  return listSeparators.find((name) => separatorCharacters[name] === character);
}

/** The rows that hold something; lines of the text end in a line feed. Throws where quotation marks are broken, and for more rows than a list may have. */
export function parseRows(text: string, separator: ListSeparator): Row[] {
  const rows = read(text, separator, { to: countLimits.importLinesMax + EXTRA_ROWS });
  if (rows.length === 0) throw new AppError('import_file_empty');
  return rows;
}

/** The first rows, read as well as they can be. */
export function sampleRows(text: string, separator: ListSeparator, most: number): Row[] {
  try {
    return read(text, separator, { to: most, relax_quotes: true });
  } catch {
    return [];
  }
}

type Reading = { to: number; relax_quotes?: boolean };

function read(text: string, separator: ListSeparator, options: Reading): Row[] {
  const named = separatorLine.exec(text);
  const above = named?.[2] ? 1 : 0;
  const toRow = (cells: string[], { lines }: { lines: number }): Row => ({
    line: lines - lineBreaks(cells) + above,
    cells: cells.slice(0, CELLS_MAX).map((cell) => oneLine(cell).slice(0, inputLimits.importCellMax)),
  });
  try {
    const rows: Row[] = [];
    parse(named ? text.slice(named[0].length) : text, {
      ...options,
      delimiter: separatorCharacters[separator],
      record_delimiter: '\n',
      // A tab is blank space too, so around tabs nothing may be trimmed here.
      trim: separator !== 'tab',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: ROW_MAX,
      on_record: (cells, context) => {
        rows.push(toRow(cells, context));
        return null;
      },
    });
    return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines + above : 1;
    throw new AppError('import_quotes_broken', { params: { line }, cause: error });
  }
}

/** Blank space of every kind, line breaks too, is one space. */
const oneLine = (cell: string): string => cell.replace(/\s+/gu, ' ').trim();

const lineBreaks = (cells: string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
