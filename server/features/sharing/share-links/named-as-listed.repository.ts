import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isDeclined } from '#server/visibility/who-is-who.sql.ts';

type Dependencies = Needs<'db'> & { viewer: Viewer; gallery: { id: string } };
type NamedAsListed = { person_id: string; club_person_id: string; name: string };

/** Of these persons those whose whole name is that of one alone on the lists of the gallery's clubs that the viewer reads, by name. */
export async function listNamedAsListed(
  { db, viewer, gallery }: Dependencies,
  personIds: readonly string[],
): Promise<NamedAsListed[]> {
  const { rows } = await sql<NamedAsListed>`
    select person.id as person_id, min(club_person.id::text) as club_person_id, min(${fullNameOf}) as name
    from person join club_person on club_person.name_key = name_key(person.name)
    where person.id = any(${[...personIds]}::uuid[]) and person.name <> ''
      and ${isClubOfGallery(sql.ref('club_person.club_id'), gallery.id)}
      and ${readsNamesIn(viewer, sql.ref('club_person.club_id'))}
    group by person.id
    having count(*) = 1 and not bool_or(${isDeclined(sql.ref('person.id'), sql.ref('club_person.id'))})
    order by name, person.id`.execute(db);
  return rows;
}
