import { type ListSeparator, listSeparators } from '#server/contract/member-list-format.ts';
import { findHeader, guessColumns } from './guess-columns.ts';
import { namedSeparator, type Row, sampleRows } from './parse-rows.ts';

const SAMPLE_ROWS = 50;

/** The separator with which most columns are understood, then the one that gives the most even rows. */
export function guessSeparator(text: string): ListSeparator {
  const named = namedSeparator(text);
  if (named) return named;
  const scored = listSeparators.map((separator) => ({
    separator,
    ...score(sampleRows(text, separator, SAMPLE_ROWS)),
  }));
  return scored.reduce((best, next) =>
    next.understood > best.understood || (next.understood === best.understood && next.even > best.even)
      ? next
      : best,
  ).separator;
}

function score(rows: readonly Row[]): { understood: number; even: number } {
  const header = findHeader(rows);
  const body = rows.slice(header + 1);
  const columns = guessColumns(rows[header]?.cells ?? null, body);
  const understood = columns.filter((meaning) => meaning !== 'ignored').length;
  const widths = body.map(({ cells }) => cells.length);
  const expected = rows[header]?.cells.length ?? mostFrequent(widths);
  return { understood, even: widths.filter((width) => width === expected).length / (widths.length || 1) };
}

function mostFrequent(numbers: readonly number[]): number {
  const count = (wanted: number) => numbers.filter((number) => number === wanted).length;
  return numbers.reduce((best, next) => (count(next) > count(best) ? next : best), 0);
}
