import { sql } from 'kysely';

/** The name of a row of `club_person`. */
export const fullNameOf = sql<string>`trim(club_person.first_name || ' ' || club_person.last_name)`;
