import { type RawBuilder, sql } from 'kysely';
import { ages } from '#server/contract/ages.ts';

/** Gives a column of `club_person` under the alias it has in the query. */
export type Column = (name: 'id' | 'club_id' | 'user_id' | 'born_on') => RawBuilder<unknown>;
export const columnsOf =
  (alias: string): Column =>
  (name) =>
    sql.ref(`${alias}.${name}`);

/** Somebody whose date of birth is not known may be a minor. */
export const isMinor = (today: string, column: Column): RawBuilder<boolean> =>
  sql<boolean>`(${column('born_on')} is null
    or extract(year from age(${today}::date, ${column('born_on')}))::int < ${ages.adult})`;
