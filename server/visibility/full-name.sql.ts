import { type RawBuilder, sql } from 'kysely';

/** The name of a row of `club_person`. */
export const fullNameOf = sql<string>`trim(club_person.first_name || ' ' || club_person.last_name)`;

/**
 * The same, and where the club lists two of this name what tells them apart: the letter the club gave, or the year of birth where it
 * does, or a number. For those alone who read the list.
 * @param alias of `club_person`
 */
export const nameToTellApart = (alias = 'club_person'): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const namesakes = sql`from club_person namesake where namesake.club_id = ${of('club_id')}
    and namesake.name_key = ${of('name_key')} and namesake.id <> ${of('id')}`;
  return sql<string>`(trim(${of('first_name')} || ' ' || ${of('last_name')}) || case
    when not exists (select ${namesakes}) then ''
    when ${of('told_apart_by')} <> '' then ' (' || ${of('told_apart_by')} || ')'
    when ${of('born_on')} is not null and not exists (
      select ${namesakes} and date_part('year', namesake.born_on) = date_part('year', ${of('born_on')}))
      then ' (' || date_part('year', ${of('born_on')}) || ')'
    else ' (' || (select count(*) + 1 ${namesakes} and namesake.id < ${of('id')}) || ')' end)`;
};

/** Whether two rows of `club_person` are two people of one club with one name. */
export const areNamesakes = (one: string, other: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${one}.club_id`)} = ${sql.ref(`${other}.club_id`)} and ${sql.ref(`${one}.name_key`)} = ${sql.ref(`${other}.name_key`)}
  and ${sql.ref(`${one}.id`)} <> ${sql.ref(`${other}.id`)})`;
