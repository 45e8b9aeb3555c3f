import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import { currentConsentOf } from '#server/features/consent/current-consent.sql.ts';
import { visibleTo } from '#server/features/galleries/visibility.sql.ts';
import { isFamily } from '#server/features/guardians/family.sql.ts';
import { isPersonToldToViewer, shownToViewer } from '#server/features/photos/photo-audience.sql.ts';

/** Limits of cosine distances between references and the faces of a person; see match-thresholds.ts. */
export interface MatchThresholds {
  recogniser: string;
  probable: Limit;
  question: Limit;
  /** What is expected of strangers before any is seen; null: the largest distances alone are the limits. */
  strangers: { mean: number; deviation: number; weight: number; beyond: number } | null;
}
/** Rights and consents are part of each statement, as they are today. */
export type Search = { viewer: Viewer; thresholds: MatchThresholds; today: string };
interface Limit {
  largest: number;
  /** Below the mean distance of strangers, in their standard deviations. */
  deviations: number;
}

/**
 * `confirmed`: a human said so. `probable`: shown at once. `question`: shown as a question. Only these three ever leave
 * the database; distances do not.
 */
export type Band = 'confirmed' | 'probable' | 'question';

/** Rows `(club_person_id, mean)` of the people that are looked for; the mean is that of unit vectors. */
type Targets = RawBuilder<unknown>;

/**
 * People with references, of the viewer's own family and with a current yes. This is the only way to search by stored
 * references, so that whom a club only knows is never looked for.
 */
export const enrolled = (
  { viewer, thresholds, today }: Search,
  clubPersonIds: readonly string[],
): Targets => sql`
  select member.id as club_person_id, (
    select avg(l2_normalize(r.embedding)) from reference r
    where r.club_person_id = member.id and r.recogniser = ${thresholds.recogniser} and r.expires_on >= ${today}::date) as mean
  from club_person member
  where member.id = any(${[...clubPersonIds]}::uuid[]) and ${isFamily(viewer.id, today, 'member')}
    and ${currentConsentOf(sql.ref('member.id'), 'find', today)} = 'yes'`;

const nobody = '00000000-0000-0000-0000-000000000000';
/** A face that is looked for once, without anything stored. */
export const oneFace = (embedding: string): Targets =>
  sql`select ${nobody}::uuid as club_person_id, l2_normalize(${embedding}::vector) as mean`;

/**
 * The limits of each target follow the strangers around it: a child is nearer to other children than an adult to adults.
 * Mean and deviation of the distances of all persons it meets, weighted with what is expected of strangers.
 */
function limitsOf({ probable, question, strangers }: MatchThresholds): RawBuilder<unknown> {
  if (!strangers)
    return sql`select club_person_id, ${probable.largest}::float as probable, ${question.largest}::float as question
      from target`;
  const { mean, deviation, weight, beyond } = strangers;
  const limit = ({ largest, deviations }: Limit) =>
    sql`least(${largest}::float, mean - ${deviations}::float * sqrt(greatest(0, squares - mean ^ 2)))`;
  return sql`
    select club_person_id, ${limit(probable)} as probable, ${limit(question)} as question from (
      select target.club_person_id,
        (${weight * mean}::float + coalesce(sum(near.distance), 0)) / (${weight}::float + count(near.distance)) as mean,
        (${weight * (mean ** 2 + deviation ** 2)}::float + coalesce(sum(near.distance ^ 2), 0))
          / (${weight}::float + count(near.distance)) as squares
      from target left join near on near.club_person_id = target.club_person_id and near.distance > ${beyond}::float
      group by 1) seen`;
}

/**
 * Which persons of the galleries a viewer may read are the targets: rows `(club_person_id, person_id, gallery_id, band,
 * distance)`. The distance of a person is the mean over its faces, as in clustering (average linkage); weak faces count
 * only where there is no core face. Exact: every person is compared. An answer of the family comes before everything
 * else; a link to somebody else of the same club ends the guess. Hidden persons are never found, nor by strangers
 * to a gallery those who may not be shown outside, and faces in photos that were taken down find nobody.
 */
export function matchesIn({ viewer, thresholds, today }: Search, targets: Targets): RawBuilder<unknown> {
  return sql`(
    with target as materialized (${targets}),
    readable as materialized (select gallery.id from gallery where ${visibleTo(viewer)}),
    near as (
      select each.club_person_id, each.person_id,
        coalesce(avg(each.distance) filter (where each.grade = 'core'), avg(each.distance)) as distance
      from (
        select target.club_person_id, a.person_id, f.grade,
          1 + (f.embedding <#> target.mean) / nullif(vector_norm(f.embedding), 0) as distance
        from face f join assignment a on a.face_id = f.id cross join target
        where f.gallery_id in (select id from readable) and f.recogniser = ${thresholds.recogniser} and f.is_current
          and f.embedding is not null and target.mean is not null and ${shownToViewer(viewer, today, sql.ref('f.photo_id'))}
      ) each
      group by each.club_person_id, each.person_id
    ),
    limits as (${limitsOf(thresholds)}),
    said as (
      select q.club_person_id, q.person_id from link_question q join target on target.club_person_id = q.club_person_id
      union select l.club_person_id, l.person_id from club_person_link l
        join target on target.club_person_id = l.club_person_id
    ),
    candidate as (
      select coalesce(near.club_person_id, said.club_person_id) as club_person_id,
        coalesce(near.person_id, said.person_id) as person_id, near.distance, near.probable
      from (
        select near.*, limits.probable from near join limits using (club_person_id) where near.distance <= limits.question
      ) near full join said on said.person_id = near.person_id and said.club_person_id = near.club_person_id
    )
    select * from (
      select candidate.club_person_id, candidate.person_id, p.gallery_id, candidate.distance,
        case
          when q.answer = 'no' then null
          when q.answer = 'yes' or l.club_person_id = candidate.club_person_id then 'confirmed'
          when l.club_person_id is not null then null
          when candidate.distance <= candidate.probable then 'probable'
          when candidate.distance is not null then 'question'
        end as band
      from candidate
      join person p on p.id = candidate.person_id and not p.is_hidden and p.gallery_id in (select id from readable)
        and ${isPersonToldToViewer(viewer, today, sql.ref('p.id'))}
      left join club_person cp on cp.id = candidate.club_person_id
      left join link_question q on q.person_id = p.id and q.club_person_id = candidate.club_person_id
      left join club_person_link l on l.person_id = p.id and l.club_id = cp.club_id
    ) banded
    where band is not null)`;
}
