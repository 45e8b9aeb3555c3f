import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

/**
 * How values come out of the database: bigint as number (our counts and sizes stay far below 2^53; beyond is an error,
 * not a rounding), a calendar date as the text it is, timestamps as Date. The rest as pg does it.
 */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary') {
      if (oid === INT8) return toSafeNumber;
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}
