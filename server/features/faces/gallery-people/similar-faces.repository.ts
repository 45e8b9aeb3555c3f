import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { facesByIds } from './faces.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';

/**
 * Nearest-neighbour search, by pgvector, exact within one gallery. Distances are those of clustering (average linkage:
 * ml/cluster/group-distance.ts, here without threshold offsets): from a face to the faces of a person, not to their mean, so
 * that the thresholds of clustering hold here too.
 */
type Search = { galleryId: string; recogniser: string; metric: string };

/** The vector in whose space the metric compares. */
const inSpace = (embedding: RawBuilder<unknown>, metric: string) =>
  metric === 'euclidean' ? embedding : sql`l2_normalize(${embedding})`;

/**
 * Mean vector and mean of squared norms of a person's faces: the mean squared distance of two people can be computed from
 * these alone. Weak faces count only where the person has no core face.
 */
const evidence = (metric: string) => {
  const vector = inSpace(sql`f.embedding`, metric);
  const core = sql`filter (where f.grade = 'core')`;
  return sql`coalesce(avg(${vector}) ${core}, avg(${vector})) as mean,
    coalesce(avg(vector_norm(${vector}) ^ 2) ${core}, avg(vector_norm(${vector}) ^ 2)) as norms`;
};

/** From squared distances to the metric's units; `x` and `y` are rows of `evidence`. */
function averageLinkage(metric: string, x: RawBuilder<unknown>, y: RawBuilder<unknown>): RawBuilder<number> {
  const squared = sql`greatest(0, ${x}.norms + ${y}.norms + 2 * (${x}.mean <#> ${y}.mean))`;
  return metric === 'cosine' ? sql`${squared} / 2` : sql`sqrt(${squared})`;
}

const faceCount = (person: RawBuilder<unknown>) =>
  sql`(select count(*) from assignment every where every.person_id = ${person})`;

/**
 * Faces that may belong to this person too, nearest first. Searches faces without a person and faces of unnamed, visible
 * people with fewer faces than this one: confirming a face of a larger group would break that group up. Leaves out faces
 * assigned or rejected by hand, and photos this person is in already.
 */
export async function facesLike(
  db: Kysely<DB>,
  personId: string,
  { galleryId, recogniser, metric }: Search,
  within: { distance: number; limit: number },
  names: NamesForSignedIn,
) {
  const one = inSpace(sql`f.embedding`, metric);
  const { rows } = await sql<{ id: string; distance: number }>`
    with known as (
      select ${evidence(metric)} from assignment a join face f on f.id = a.face_id
      where a.person_id = ${personId} and f.is_current and f.recogniser = ${recogniser}
        and f.embedding is not null
    ),
    near as (
      select each.id, ${averageLinkage(metric, sql.ref('each'), sql.ref('known'))} as distance
      from known, (
        select f.id, ${one} as mean, vector_norm(${one}) ^ 2 as norms
        from face f
        left join assignment a on a.face_id = f.id
        left join person p on p.id = a.person_id
        where f.gallery_id = ${galleryId} and f.recogniser = ${recogniser}
          and f.is_current and f.embedding is not null
          and (p.id is null or (p.name = '' and not p.is_hidden and a.source = 'auto' and ${faceCount(sql`p.id`)}
            < ${faceCount(sql`${personId}::uuid`)}))
          and not exists (select 1 from rejection r where r.face_id = f.id and r.person_id = ${personId})
          and not exists (
            select 1 from kept_apart k
            where k.first_id = least(p.id, ${personId}::uuid) and k.second_id = greatest(p.id, ${personId}::uuid)
          )
          and f.photo_id not in (
            select taken.photo_id from assignment held join face taken on taken.id = held.face_id
            where held.person_id = ${personId}
          )
      ) each
      where known.mean is not null
      order by distance, each.id
      limit ${within.limit}
    )
    select id, distance from near where distance <= ${within.distance}`.execute(db);
  return facesByIds(
    db,
    rows.map((row) => row.id),
    names,
  );
}

/** The people of a gallery, most similar to these faces first, without hidden people and the faces' own persons. */
export async function peopleLike(
  db: Kysely<DB>,
  faceIds: readonly string[],
  { galleryId, recogniser, metric }: Search,
  limit: number,
): Promise<{ person_id: string; distance: number }[]> {
  if (faceIds.length === 0) return [];
  const chosen = sql.join(faceIds.map((id) => sql`${id}::uuid`));
  const { rows } = await sql<{ person_id: string; distance: number }>`
    with known as (
      select ${evidence(metric)} from face f
      where f.id in (${chosen}) and f.gallery_id = ${galleryId} and f.recogniser = ${recogniser}
        and f.embedding is not null
    )
    select each.person_id, ${averageLinkage(metric, sql.ref('each'), sql.ref('known'))} as distance
    from known, (
      select a.person_id, ${evidence(metric)}
      from face f
      join assignment a on a.face_id = f.id
      join person p on p.id = a.person_id
      where f.gallery_id = ${galleryId} and f.recogniser = ${recogniser} and f.is_current
        and f.embedding is not null and not p.is_hidden
        and p.id not in (select person_id from assignment where face_id in (${chosen}))
      group by a.person_id
    ) each
    where known.mean is not null
    order by distance, each.person_id
    limit ${limit}`.execute(db);
  return rows;
}
