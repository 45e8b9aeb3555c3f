/**
 * Which people of galleries an audience learns of. Of photos: photo-visibility.sql.ts. Hidden people, and
 * people without photos: `listPeople` in gallery-people.repository.ts.
 */
import { type RawBuilder, sql } from 'kysely';
import { isRefusedPerson, refusalsIn } from './hide-or-blur-for-outsiders.sql.ts';
import type { PhotoAudience } from './photo-visibility.sql.ts';

/** Whether this audience learns of the person: people outside the club do not where the person may not be shown outside. */
export const isPersonShownTo = (
  audience: PhotoAudience,
  personId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  typeof audience === 'string'
    ? sql<boolean>`true`
    : sql<boolean>`(not ${isRefusedPerson(personId, refusalsIn(audience))})`;

/** The same as `isPersonShownTo`; needs `hiddenTables` of photo-visibility.sql.ts. */
export const isPersonShownToViewer = (personId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${personId} not in (select id from refused_person))`;

/** Whether a person has a face in a photo that is shown, or no face at all. */
export const isPersonInShownPhotos = (
  personId: RawBuilder<unknown>,
  isShown: (photoId: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> => {
  const faces = sql`select 1 from assignment pa join face pf on pf.id = pa.face_id where pa.person_id = ${personId}`;
  const shown = isShown(sql.ref('pf.photo_id'));
  return sql<boolean>`(exists (${faces} and ${shown}) or not exists (${faces} and not ${shown}))`;
};
