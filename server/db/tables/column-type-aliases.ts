import type { ColumnType } from 'kysely';

/** Column types of the tables, as `pg` hands them out. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type TimestampWithDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** Our bigints stay far below 2^53; see column-parsers.ts. */
export type BigInteger = ColumnType<number, number, number>;
export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** A calendar date stays text (YYYY-MM-DD): it has no time zone. */
export type CalendarDate = ColumnType<string, string, string>;
/** pgvector's text form, `[1,2,3]`, written and read by the `pgvector` package. */
export type Vector = ColumnType<string, string, string>;
