import { countLimits } from '#server/contract/count-limits.ts';
import type { ColumnMeaning } from '#server/contract/member-list-format.ts';
import { columnWords, namesParentsEmail, roleOf, wordKey } from './column-words.ts';
import { holdsEmail, saysNoEmail } from './email-cell.ts';
import type { Row } from './parse-rows.ts';

/** Rows from the top among which the header is looked for: exports may begin with a title. */
const HEADER_ROWS = 10;
/** Rows that are looked at to say what a column without a known header holds. */
const SAMPLE_ROWS = 200;
const nameCharacters = /^[\p{L}\p{M}' .,’`´-]+$/u;

/** Position of the header among the rows, or -1 where no row looks like one. */
export function findHeader(rows: readonly Row[]): number {
  const known = rows.slice(0, HEADER_ROWS).map(knownWords);
  const best = Math.max(0, ...known);
  if (best >= 2) return known.indexOf(best);
  const [first] = rows;
  if (!first) return -1;
  if (first.cells.some((cell) => cell.includes('@'))) return -1;
  return best === 1 && known[0] === 1 ? 0 : -1;
}

const allWords = new Set(Object.values(columnWords).flat());
const isKnownWord = (word: string): boolean => allWords.has(wordKey(word)) || namesParentsEmail(word);
const knownWords = (row: Row): number =>
  row.cells.some((cell) => cell.includes('@')) ? 0 : row.cells.filter(isKnownWord).length;

/**
 * Positions of the columns that are read: all, or where there are too many those with known words above them and then the
 * first. Address books have ninety columns, with the address of a mail among the last.
 */
export function columnsToRead(header: readonly string[], rows: readonly Row[]): number[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const positions = Array.from({ length: width }, (_, position) => position);
  const isKnown = (position: number) => isKnownWord(header[position] ?? '');
  return [...positions.filter(isKnown), ...positions.filter((position) => !isKnown(position))]
    .slice(0, countLimits.importColumnsMax)
    .sort((a, b) => a - b);
}

/** What each column holds: by the words above them, then by their content. No meaning is given twice, but the address of a parent. */
export function guessColumns(header: readonly string[] | null, rows: readonly Row[]): ColumnMeaning[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = Math.max(header?.length ?? 0, ...sample.map(({ cells }) => cells.length), 0);
  const columns: ColumnMeaning[] = Array.from({ length: width }, () => 'ignored');
  if (header) nameByWords(columns, header.map(wordKey));
  if (header && !columns.includes('email'))
    for (const [position, words] of header.entries())
      if (namesParentsEmail(words) && columns[position] === 'ignored') columns[position] = 'email';
  nameByContent(columns, sample);
  return columns;
}

function nameByWords(columns: ColumnMeaning[], keys: readonly string[]): void {
  const find = (meaning: keyof typeof columnWords): number => {
    const word = columnWords[meaning].find((candidate) => keys.includes(candidate));
    return word === undefined ? -1 : keys.indexOf(word);
  };
  const put = (position: number, meaning: ColumnMeaning) => {
    if (position >= 0) columns[position] = meaning;
    return position >= 0;
  };
  const first = put(find('first_name'), 'first_name');
  const last = put(find('last_name'), 'last_name');
  put(find('email'), 'email');
  put(find('born_on'), 'born_on');
  put(find('role'), 'role');
  put(find('function'), 'function');
  // Beside a first name the column "Name" is the last name; beside both it repeats them.
  if (first && !last) put(keys.indexOf('name'), 'last_name');
  if (!first && !last && !put(find('last_name_first'), 'last_name_first'))
    put(find('full_name'), 'full_name');
}

function nameByContent(columns: ColumnMeaning[], rows: readonly Row[]): void {
  const free = (position: number) => columns[position] === 'ignored';
  const share = (
    position: number,
    test: (cell: string) => boolean,
    isBlank = (cell: string): boolean => cell === '',
  ): number => {
    const filled = rows.map(({ cells }) => cells[position] ?? '').filter((cell) => !isBlank(cell));
    return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  };
  const positions = [...columns.keys()];
  if (!columns.includes('email')) {
    const email = positions.find(
      (position) => free(position) && share(position, holdsEmail, saysNoEmail) > 0.5,
    );
    if (email !== undefined) columns[email] = 'email';
  }
  if (!columns.includes('role')) {
    const role = positions.find(
      (position) => free(position) && share(position, (cell) => !!roleOf(cell)) === 1,
    );
    if (role !== undefined) columns[role] = 'role';
  }
  if (columns.some((meaning) => meaning.includes('name'))) return;
  const names = positions.filter((position) => free(position) && share(position, looksLikeName) > 0.8);
  const [first, last] = names;
  if (first === undefined) return;
  if (share(first, (cell) => cell.includes(',')) > 0.5) columns[first] = 'last_name_first';
  else if (last === undefined || share(first, (cell) => cell.includes(' ')) > 0.5)
    columns[first] = 'full_name';
  else {
    columns[first] = 'first_name';
    columns[last] = 'last_name';
  }
}

const looksLikeName = (cell: string): boolean => nameCharacters.test(cell);
