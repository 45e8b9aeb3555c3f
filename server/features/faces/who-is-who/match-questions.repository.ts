import { type Kysely, type RawBuilder, sql } from 'kysely';
import { countLimits } from '#server/contract/count-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { MatchQuestionRow } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import type { SearchThresholds } from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { knownInClubs, matchesIn, type Search } from '#server/features/faces/my-photos/matches.sql.ts';
import {
  type Picture,
  pictureFor,
  readsNamesIn,
  withPictureUrl,
} from '#server/features/people/club-people/club-people.repository.ts';
import { areNamesakes, nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { isClubOfGallery, visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { fitsListed } from '#server/visibility/held-names.sql.ts';
import { isRefusing } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { hiddenTablesIn } from '#server/visibility/photo-visibility.sql.ts';
import { isAnsweredByEditor, isDeclined } from '#server/visibility/who-is-who.sql.ts';
import { areSiblings, questionsAnswered } from './siblings.sql.ts';

/**
 * Persons of a gallery who may be people of its clubs, one question each: what the family said first, then those to whom
 * an editor gave a name of the club's list, then the nearest; `more` than these wait. By likeness only people whose family
 * agrees that they are found, and only in the bands `confirmed` and `probable` (matches.sql.ts). A name needs no such
 * agreement: nothing is searched, and what its bearer answered about photos holds only once they are linked.
 * Where somebody else of the club has the same name, or bears the typed one as well, both are named: nobody is picked silently. So
 * are siblings (a common guardian, or the same last name in the club) who are as near; few such questions a pair.
 */
export async function listMatchQuestionsOfGallery(
  db: Kysely<DB>,
  search: Search,
  galleryId: string,
): Promise<{ rows: MatchQuestionRow[]; more: boolean }> {
  const order = sql`asked.said_by_family desc, asked.has_name desc, asked.is_whole desc, asked.distance, asked.person_id`;
  const { rows } = await sql<
    Omit<MatchQuestionRow, 'picture' | 'or_else'> & {
      picture: Picture | null;
      or_else: Omit<NonNullable<MatchQuestionRow['or_else']>, 'picture'> | null;
      picture_of_else: Picture | null;
    }
  >`
    with ${hiddenTablesIn(search.viewer, search.today, sql`select ${galleryId}::uuid`)},
    near as materialized (${nearIn(search, galleryId)})
    select person_id, club_person_id, name, club_name, said_by_family, has_name, known_from, or_else,
      ${pictureFor(search.viewer, sql.ref('asked.club_person_id'))} as picture,
      ${pictureFor(search.viewer, sql`(asked.or_else->>'club_person_id')::uuid`)} as picture_of_else
    from (
    select asked.*, known.known_from, coalesce(namesake.or_else, sibling.or_else) as or_else,
      case when namesake.or_else is null then sibling.id end as sibling_id,
      row_number() over (partition by namesake.or_else is null, sibling.id is null, least(asked.club_person_id, sibling.id),
        greatest(asked.club_person_id, sibling.id) order by ${order}) as nth
    from (
      select distinct on (m.person_id) m.person_id, m.club_person_id, m.distance, m.said_by_family, m.has_name, m.is_whole,
        ${nameToTellApart()} as name, club.name as club_name
      from ${pairsToAsk(search, galleryId)} m join club_person on club_person.id = m.club_person_id
        join club on club.id = club_person.club_id
      order by m.person_id, m.said_by_family desc, m.has_name desc, m.is_whole desc, m.distance, m.club_person_id
    ) asked
    left join lateral (
      select json_build_object('gallery_name', gallery.name, 'event_date', event.event_date::text) as known_from
      from club_person_link l join person p on p.id = l.person_id join gallery on gallery.id = p.gallery_id
        join event on event.id = gallery.event_id
      where l.club_person_id = asked.club_person_id and p.gallery_id <> ${galleryId}::uuid and ${visibleTo(search.viewer)}
      order by event.event_date desc, gallery.id limit 1
    ) known on true
    left join lateral (
      select json_build_object('club_person_id', club_person.id, 'name', ${nameToTellApart()}) as or_else
      from club_person first join club_person on club_person.club_id = first.club_id and club_person.id <> first.id
        join person p on p.id = asked.person_id, lateral (select p.id as person_id, club_person.id as club_person_id) m
      where first.id = asked.club_person_id and (${areNamesakes('first', 'club_person')}
          or asked.has_name and ${isWhole} = asked.is_whole and ${fitsListed('p', 'club_person')})
        and not exists (select from club_person_link l where l.person_id = p.id and l.club_id = first.club_id)
        and ${isNotDeclined}
      order by ${areNamesakes('first', 'club_person')} desc, club_person.id limit 1
    ) namesake on not asked.said_by_family
    left join lateral (
      select club_person.id, json_build_object('club_person_id', club_person.id, 'name', ${nameToTellApart()}) as or_else
      from near m join club_person on club_person.id = m.club_person_id
        join club_person first on first.id = asked.club_person_id
      where m.person_id = asked.person_id and m.distance < asked.distance + ${search.thresholds.relativeMargin}::float
        and ${areSiblings('first', 'club_person')} and ${isNotDeclined}
      order by m.distance, m.club_person_id limit 1
    ) sibling on not asked.said_by_family
    ) asked
    where asked.sibling_id is null
      or asked.nth + ${questionsAnswered(galleryId, sql.ref('asked.club_person_id'), sql.ref('asked.sibling_id'))}
        <= ${countLimits.lookAlikeQuestions}
    order by ${order}
    limit ${listSizes.matchQuestions + 1}`.execute(db);
  return {
    rows: rows
      .slice(0, listSizes.matchQuestions)
      .map(withPictureUrl)
      .map(({ picture_of_else: picture, or_else, ...row }) => ({
        ...row,
        or_else: or_else && withPictureUrl({ ...or_else, picture }),
      })),
    more: rows.length > listSizes.matchQuestions,
  };
}

/** @param isMeant a condition on `known`, a person of a club */
const nearIn = (search: Search, galleryId: string, isMeant?: RawBuilder<unknown>) =>
  sql`select * from ${matchesIn(search, knownInClubs(search, galleryId, isMeant), { galleryId })} near`;

type Asking = { viewer: Viewer; today: string };

/**
 * Who may be whom, as far as nobody has answered; a link to one of two people of one name is no answer about the other, where that one
 * refused. Needs the table `near`. @param bands by likeness, of matches.sql.ts
 */
const pairsToAsk = ({ viewer, today }: Asking, galleryId: string, bands = ['confirmed', 'probable']) => sql`(
  select m.* from (
    select person_id, club_person_id, distance, band = 'confirmed' as said_by_family, false as has_name, false as is_whole
    from near where band = any(${bands}::text[])
    union all
    ${withNamesOfClubs(viewer, galleryId)}
  ) m join club_person on club_person.id = m.club_person_id
  where not ${isAnsweredByEditor(sql.ref('m.person_id'), 'club_person')}
    and (not exists (
        select 1 from club_person_link l where l.person_id = m.person_id and l.club_id = club_person.club_id)
      or ${isRefusing(sql.ref('club_person.id'), today)}))`;

/**
 * Of these questions those about some people, and those that are near enough for a question only: rows `(person_id, club_person_id,
 * distance)`; a name is as near as can be. Needs the `hiddenTables` of the viewer.
 * @param thresholds null: by names alone
 * @param isMeant a condition on a person of a club, by the alias of `club_person`
 */
export const questionsAbout = (
  { viewer, today, thresholds }: Pick<Search, 'viewer' | 'today'> & { thresholds: SearchThresholds | null },
  galleryId: string,
  isMeant: (alias: string) => RawBuilder<boolean>,
): RawBuilder<unknown> => {
  // A question may name a sibling first.
  const isNamed = sql`(${isMeant('known')} or exists (
    select from club_person beside where ${areSiblings('known', 'beside')} and ${isMeant('beside')}))`;
  return sql`(
  with near as materialized (${thresholds ? nearIn({ viewer, today, thresholds }, galleryId, isNamed) : nobodyNear}),
  asked as materialized (select * from ${pairsToAsk({ viewer, today }, galleryId, ['confirmed', 'probable', 'question'])} pair)
  select asked.person_id, asked.club_person_id, coalesce(asked.distance, 0) as distance
  from asked join club_person known on known.id = asked.club_person_id where ${isMeant('known')}
  union all
  select m.person_id, m.club_person_id, m.distance
  from asked join near m on m.person_id = asked.person_id
    and m.distance < asked.distance + ${thresholds?.relativeMargin ?? 0}::float
    join club_person first on first.id = asked.club_person_id join club_person known on known.id = m.club_person_id
  where not asked.said_by_family and ${areSiblings('first', 'known')} and ${isMeant('known')})`;
};

const nobodyNear = sql`
  select null::uuid as person_id, null::uuid as club_person_id, null::float as distance, null::text as band where false`;

/** In terms of `m`. */
const isNotDeclined = sql`not ${isDeclined(sql.ref('m.person_id'), sql.ref('m.club_person_id'))}`;

/** Whether the typed name of `p` is all of the name of `club_person`. */
const isWhole = sql<boolean>`(name_key(p.name) = club_person.name_key)`;

/**
 * Persons whose typed name fits somebody of the gallery's clubs, or who are linked to somebody of the same name, except where the family
 * says that it is not them.
 */
const withNamesOfClubs = (viewer: Viewer, galleryId: string) => sql`
  select p.id, club_person.id, null, false, true, ${isWhole}
  from person p join club_person on ${fitsListed('p', 'club_person')}
  where p.name <> '' and ${isAskedByName(viewer, galleryId)}
  union all
  select p.id, club_person.id, null, false, true, true
  from person p join club_person_link named on named.person_id = p.id
    join club_person linked on linked.id = named.club_person_id
    join club_person on ${areNamesakes('linked', 'club_person')}
  where ${isAskedByName(viewer, galleryId)}`;

/** In terms of `p` and `club_person`. */
const isAskedByName = (viewer: Viewer, galleryId: string) => sql`
  p.gallery_id = ${galleryId}::uuid and not p.is_hidden
  and ${isClubOfGallery(sql.ref('club_person.club_id'), galleryId)}
  and ${readsNamesIn(viewer, sql.ref('club_person.club_id'))}
  and not exists (
    select 1 from link_question q where q.person_id = p.id and q.club_person_id = club_person.id and q.answer = 'no')`;
