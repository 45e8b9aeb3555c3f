import { type RawBuilder, sql } from 'kysely';

const DIGITS = 30;

/**
 * The order of names as people look for them: letters before accents and case, numbers by their value. Both databases sort
 * by ICU's root collation; the embedded one knows no numeric order, so digits are filled up with zeros.
 * @param name a column, or an expression; behind it the id keeps equal names in order
 */
export const byName = (name: string | RawBuilder<unknown>): RawBuilder<string> => {
  const text = typeof name === 'string' ? sql.ref(name) : name;
  const filled = sql`regexp_replace(${text}, '([0-9]+)', ${sql.lit(`${'0'.repeat(DIGITS)}\\1`)}, 'g')`;
  const cut = sql.lit(`0*([0-9]{${DIGITS}})(?![0-9])`);
  return sql<string>`(regexp_replace(${filled}, ${cut}, '\\1', 'g') collate "und-x-icu")`;
};
