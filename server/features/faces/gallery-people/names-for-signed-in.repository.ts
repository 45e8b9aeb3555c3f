import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Clock } from '#server/clock.ts';
import type { CurrentConsent } from '#server/contract/consent.ts';
import {
  editableName,
  linkedName,
  type NameFacts,
  noName,
  type ShownName,
  shownName,
} from '#server/contract/name-visibility.ts';
import { type GalleryFacts, isOutsider, targetRules, type Viewer } from '#server/contract/permissions.ts';
import type { PersonForViewer } from '#server/contract/schemas/gallery-people.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { fullNameOf, nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { clubsOf } from '#server/visibility/gallery-visibility.sql.ts';
import { heldNames } from '#server/visibility/held-names.sql.ts';
import { isFamily } from '#server/visibility/is-family.sql.ts';

type NamedPerson = { id: string; name: string };
/** The names of a gallery's people as one viewer reads them. Every answer with names goes through it. */
export interface NamesForSignedIn {
  /** Empty: the person's number stands there. */
  of(person: NamedPerson): ShownName;
  /** The typed name, for editors; for others the same as `of`. */
  editable(person: NamedPerson): ShownName;
  /** For editors: whether others do not read the typed name because of a club's list. */
  isHeldFor(personId: string): boolean;
  /** For editors: the people of clubs that the person is linked to, as far as the viewer reads their names. */
  clubPeople(personId: string): PersonForViewer['club_people'];
}

/** Visitors by a link read numbers, whatever the gallery or a club calls somebody. */
export const numbersOnly: NamesForSignedIn = {
  of: () => noName,
  editable: () => noName,
  isHeldFor: () => false,
  clubPeople: () => [],
};

/** @param clock guardianship and answers have ends, as has what is readable since an upgrade */
export async function namesForSignedIn(
  db: Kysely<DB> | Transaction<DB>,
  viewer: Viewer,
  gallery: { id: string; facts: GalleryFacts },
  clock: Clock,
): Promise<NamesForSignedIn> {
  const today = clock.today();
  const { facts } = gallery;
  const isEditor = targetRules.gallery.editPeople(viewer, facts);
  // Readers belong to the club, whatever they may do in other galleries, and the gallery to one of their clubs.
  const readsNames = (clubId: RawBuilder<unknown>) => {
    if (isEditor) return readsNamesIn(viewer, clubId);
    return facts.isInClub ? sql<boolean>`${clubId} in ${clubsOf(viewer.id)}` : sql<boolean>`false`;
  };
  const rows = await db
    .selectFrom('club_person_link')
    .innerJoin('person', 'person.id', 'club_person_link.person_id')
    .innerJoin('club_person', 'club_person.id', 'club_person_link.club_person_id')
    .select([
      'club_person_link.person_id',
      'club_person.id',
      'club_person.club_id',
      fullNameOf.as('name'),
      nameToTellApart().as('told_apart'),
      readsNames(sql.ref('club_person.club_id')).as('is_reader'),
      isFamily(viewer.id, today).as('is_family'),
      sql<CurrentConsent>`${currentConsentOf(sql.ref('club_person.id'), 'name', today)}`.as('consent'),
    ])
    .where('person.gallery_id', '=', gallery.id)
    .orderBy(byName(fullNameOf))
    .orderBy('club_person.id')
    .execute();
  const held = await listHeld(db, gallery.id, !isEditor && isOutsider(viewer, facts), clock.now());
  const byPerson = Map.groupBy(
    rows.map(({ is_reader, is_family, told_apart, name, ...row }) => ({
      ...row,
      // Only who reads the list learns that there are two.
      name: isEditor && is_reader ? told_apart : name,
      isReader: is_reader,
      isFamily: is_family,
    })),
    (row) => row.person_id,
  );
  const factsOf = ({ id, name: typed }: NamedPerson): NameFacts => ({
    typed,
    isEditor,
    isOutsider: isOutsider(viewer, facts),
    isHeld: held.has(id),
    links: byPerson.get(id) ?? [],
  });
  return {
    of: (person) => shownName(factsOf(person)),
    editable: (person) => editableName(factsOf(person)),
    isHeldFor: (personId) => isEditor && held.has(personId) && !byPerson.has(personId),
    clubPeople: (personId) =>
      isEditor
        ? (byPerson.get(personId) ?? [])
            .filter((row) => row.isReader || row.isFamily)
            .map((row) => ({ id: row.id, club_id: row.club_id, name: linkedName(row) }))
        : [],
  };
}

/** Nothing is asked for those who read no typed name. */
async function listHeld(
  db: Kysely<DB> | Transaction<DB>,
  galleryId: string,
  readsNone: boolean,
  now: Date,
): Promise<Set<string>> {
  if (readsNone) return new Set();
  const { rows } = await sql<{ person_id: string }>`
    select person_id from ${heldNames(sql`person.gallery_id = ${galleryId}::uuid`, now)} held`.execute(db);
  return new Set(rows.map(({ person_id }) => person_id));
}

/** The same, for a procedure about one gallery. */
export const namesIn = (
  ctx: Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string; facts: GalleryFacts } },
): Promise<NamesForSignedIn> => namesForSignedIn(ctx.db, ctx.viewer, ctx.gallery, ctx.clock);
