import { type Kysely, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';

/** Boxes as fractions (0..1) of the upright photo, whose size is in pixels. */
type NamedPhoto = {
  width: number;
  height: number;
  regions: { name: string; x: number; y: number; w: number; h: number }[];
};

/**
 * Whose names an editor may save beside photos, by photo: of people who are linked and said yes to `name` in every club they are linked
 * in, as far as the editor reads the names of that club. A typed name is nobody's yes.
 */
export async function namesToSave(
  { db, clock }: Needs<'clock'> & { db: Kysely<DB> },
  viewer: Viewer,
  photoIds: readonly string[],
): Promise<Map<string, NamedPhoto>> {
  const agreed = (id: string) => sql`${currentConsentOf(sql.ref(id), 'name', clock.today())} = 'yes'`;
  const { rows } = await sql<{ photo_id: string } & NamedPhoto>`
    select photo.id as photo_id, photo.width, photo.height,
      json_agg(json_build_object('name', named.name, 'x', face.x, 'y', face.y, 'w', face.w, 'h', face.h) order by face.x, face.id) as regions
    from photo join face on face.photo_id = photo.id and face.is_current
      join assignment placed on placed.face_id = face.id
      join person on person.id = placed.person_id and not person.is_hidden,
      lateral (
        select string_agg(distinct ${fullNameOf}, ' / ') as name, bool_and(${agreed('club_person.id')}) as agreed
        from club_person_link l join club_person on club_person.id = l.club_person_id
        where l.person_id = person.id and ${readsNamesIn(viewer, sql.ref('club_person.club_id'))}) named
    where photo.id = any(${[...photoIds]}::uuid[]) and named.agreed and not exists (
      select from club_person_link l where l.person_id = person.id and not (${agreed('l.club_person_id')}))
    group by photo.id`.execute(db);
  return new Map(rows.map(({ photo_id, ...photo }) => [photo_id, photo]));
}
