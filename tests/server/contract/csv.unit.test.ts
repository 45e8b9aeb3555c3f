import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCsvCell, toCsv } from '#server/contract/csv.ts';

describe('cells of CSV files', () => {
  it('are no formulas', () => {
    for (const sign of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
      expect(escapeCsvCell(`${sign}SUM(A1)`, ',')).toBe(`'${sign}SUM(A1)`);
    expect(escapeCsvCell('\r=1', ',')).toBe('"\'\r=1"');
    expect(escapeCsvCell('=A1,"x"', ',')).toBe(`"'=A1,""x"""`);
  });

  it('are quoted only where they have to be', () => {
    expect(escapeCsvCell('Anna-Maria O’Brien', ',')).toBe('Anna-Maria O’Brien');
    expect(escapeCsvCell('a;b', ';')).toBe('"a;b"');
    expect(escapeCsvCell('a;b', ',')).toBe('a;b');
    expect(escapeCsvCell('a\nb', ',')).toBe('"a\nb"');
  });

  it('are read again as they were, but for the apostrophe', () => {
    const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom(',' as const, ';' as const), (cells, separator) => {
        const read = parse(toCsv(cells, separator), {
          bom: true,
          delimiter: separator,
          record_delimiter: '\r\n',
        });
        expect(read).toEqual(
          cells.map((row) => row.map((cell) => (/^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell))),
        );
      }),
    );
  });
});
