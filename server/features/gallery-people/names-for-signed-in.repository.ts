import { type Kysely, sql, type Transaction } from 'kysely';
import type { CurrentConsent } from '#server/contract/consent.ts';
import { shownName } from '#server/contract/name-visibility.ts';
import { type GalleryFacts, isOutsider, targetRules, type Viewer } from '#server/contract/permissions.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import { fullNameOf, readsNamesIn } from '#server/features/club-people/club-people.repository.ts';
import { currentConsentOf } from '#server/features/consent/current-consent.sql.ts';
import { isFamily } from '#server/features/family/is-family.sql.ts';

type NamedPerson = { id: string; name: string };
/** The names of a gallery's people as one viewer reads them. Every answer with names goes through it. */
export interface NamesForSignedIn {
  isEditor: boolean;
  /** Empty: the person's number stands there. */
  of(person: NamedPerson): string;
  /** For editors: the people of clubs that the person is linked to, as far as the viewer reads their names. */
  clubPeople(personId: string): Person['club_people'];
}

/** @param today the server's date: guardianship and answers have ends */
export async function namesForSignedIn(
  db: Kysely<DB> | Transaction<DB>,
  viewer: Viewer,
  gallery: { id: string; facts: GalleryFacts },
  today: string,
): Promise<NamesForSignedIn> {
  const { facts } = gallery;
  const isEditor = targetRules.gallery.editPeople(viewer, facts);
  const rows = await db
    .selectFrom('club_person_link')
    .innerJoin('person', 'person.id', 'club_person_link.person_id')
    .innerJoin('club_person', 'club_person.id', 'club_person_link.club_person_id')
    .select([
      'club_person_link.person_id',
      'club_person.id',
      'club_person.club_id',
      fullNameOf.as('name'),
      readsNamesIn(viewer, sql.ref('club_person.club_id')).as('is_reader'),
      isFamily(viewer.id, today).as('is_family'),
      sql<CurrentConsent>`${currentConsentOf(sql.ref('club_person.id'), 'name', today)}`.as('consent'),
    ])
    .where('person.gallery_id', '=', gallery.id)
    .orderBy('name')
    .orderBy('club_person.id')
    .execute();
  const byPerson = Map.groupBy(rows, (row) => row.person_id);
  return {
    isEditor,
    of: ({ id, name: typed }) => {
      const links = (byPerson.get(id) ?? []).map(({ name, is_reader, is_family, consent }) => ({
        name,
        isReader: is_reader,
        isFamily: is_family,
        consent,
      }));
      return shownName({ typed, isEditor, isOutsider: isOutsider(viewer, facts), links });
    },
    clubPeople: (personId) =>
      isEditor
        ? (byPerson.get(personId) ?? [])
            .filter((row) => row.is_reader || row.is_family)
            .map(({ id, club_id, name }) => ({ id, club_id, name }))
        : [],
  };
}
