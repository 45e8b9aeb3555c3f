import { endianness } from 'node:os';
import { type Expression, type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * What clustering needs to know of a gallery. `decisionState` is read first, so that a decision made while the rest is read makes
 * the plan void. Embeddings never leave the server.
 */
export type GalleryFaces = {
  /**
   * Faces with an embedding of the recogniser, and all faces that a human assigned. Of the latter those that cannot be compared
   * (too poor, or of another recogniser) have an empty embedding and the grade `ignore`: they keep others of their photo out of
   * their person. Faces that the last analysis of their photo did not find again are left out: nobody sees them, and the face
   * that was found instead may be the same one.
   */
  faces: {
    id: string;
    photoId: string;
    embedding: Float32Array;
    grade: DB['face']['grade'];
    score: number;
    sizePx: number;
    personId: string | null;
    manual: boolean;
    regroup: boolean;
    unseen: boolean;
  }[];
  rejections: { faceId: string; personId: string }[];
  keptApart: { personA: string; personB: string }[];
  /**
   * Named, linked to somebody of a club, hidden, with a picture chosen by a human or a face assigned by one (also a face that was
   * not found again); `name` is empty where none is known.
   */
  personsDecidedByHuman: { id: string; name: string }[];
  /** Changes with every human decision and its undoing: a plan made from an older state is not applied. */
  decisionState: string;
};

type Executor = Kysely<DB> | Transaction<DB>;

/**
 * Whether the machine put a face into its person after an editor had last decided something about that person. False where no
 * decision is known, as of people who are named by a link of their family only.
 */
const isUnseen = sql<boolean>`coalesce(assignment.source = 'auto' and assignment.created_at > (
  select max(greatest(d.created_at, d.undone_at)) from people_decision d
  where d.person_id = assignment.person_id), false)`;

/**
 * pgvector's binary format: four bytes of head, then single-precision numbers, the most significant byte first. In base64,
 * because the embedded database takes longer over bytes than over text.
 */
const sent = (embedding: Expression<string | null>) =>
  sql<string | null>`encode(vector_send(${embedding}), 'base64')`;
const HEAD_BYTES = 4;

/** All in one piece of memory, of which a thread is given one copy; empty where there is none. */
function readEmbeddings(texts: readonly (string | null)[]): Float32Array[] {
  const bytes = texts.map((text) => Buffer.from(text ?? '', 'base64').subarray(HEAD_BYTES));
  const all = new Float32Array(bytes.reduce((sum, { length }) => sum + length, 0) / 4);
  const room = Buffer.from(all.buffer);
  let end = 0;
  const views = bytes.map((each) => {
    room.set(each, end);
    end += each.length;
    return all.subarray((end - each.length) / 4, end / 4);
  });
  if (endianness() === 'LE') room.swap32();
  return views;
}

export type Read = { db: Kysely<DB>; galleryId: string; recogniser: string };

/** The faces that are grouped. */
const groupedFaces = ({ db, galleryId, recogniser }: Read) =>
  db
    .selectFrom('face')
    .leftJoin('assignment', 'assignment.face_id', 'face.id')
    .where('face.gallery_id', '=', galleryId)
    .where('face.is_current', '=', true)
    .where((eb) =>
      eb.or([
        eb.and([eb('face.recogniser', '=', recogniser), eb('face.embedding', 'is not', null)]),
        eb('assignment.source', '=', 'manual'),
      ]),
    );

export const selectFaces = (read: Read) =>
  groupedFaces(read).select([
    'face.id',
    'face.photo_id',
    (eb) =>
      eb
        .case()
        .when('face.recogniser', '=', read.recogniser)
        .then(sent(eb.ref('face.embedding')))
        .end()
        .as('embedding'),
    'face.grade',
    'face.score',
    'face.size_px',
    'assignment.person_id',
    'assignment.source',
    'face.created_at',
  ]);

export function toFaces(
  rows: readonly Awaited<ReturnType<ReturnType<typeof selectFaces>['execute']>>[number][],
) {
  const embeddings = readEmbeddings(rows.map(({ embedding }) => embedding));
  return rows.map((row, i) => ({
    id: row.id,
    photoId: row.photo_id,
    embedding: embeddings[i]!,
    grade: row.embedding === null ? ('ignore' as const) : row.grade,
    score: row.score,
    sizePx: row.size_px,
    personId: row.person_id,
    manual: row.source === 'manual',
    foundAt: row.created_at.getTime(),
  }));
}

/** The faces alone; of no use in mode `rebuild`, which has to know what is unseen. */
export const listFaces = async (read: Read) => toFaces(await selectFaces(read).execute());

/** @param regroupAfter faces found later than this may leave their persons (`regroup`); null: none */
export async function loadGalleryFaces(
  db: Kysely<DB>,
  galleryId: string,
  recogniser: string,
  regroupAfter: Date | null = null,
): Promise<GalleryFaces> {
  const state = await decisionState(db, galleryId);
  const rows = await selectFaces({ db, galleryId, recogniser }).select(isUnseen.as('is_unseen')).execute();
  return {
    faces: toFaces(rows).map(({ foundAt, ...face }, i) => ({
      ...face,
      regroup: regroupAfter !== null && foundAt > regroupAfter.getTime(),
      unseen: rows[i]!.is_unseen,
    })),
    ...(await loadDecisions(db, galleryId)),
    decisionState: state,
  };
}

export async function loadDecisions(
  db: Kysely<DB>,
  galleryId: string,
): Promise<Pick<GalleryFaces, 'rejections' | 'keptApart' | 'personsDecidedByHuman'>> {
  const rejections = await db
    .selectFrom('rejection')
    .innerJoin('person', 'person.id', 'rejection.person_id')
    .select(['rejection.face_id as faceId', 'rejection.person_id as personId'])
    .where('person.gallery_id', '=', galleryId)
    .execute();
  const keptApart = await db
    .selectFrom('kept_apart')
    .innerJoin('person', 'person.id', 'kept_apart.first_id')
    .select(['kept_apart.first_id as personA', 'kept_apart.second_id as personB'])
    .where('person.gallery_id', '=', galleryId)
    .execute();
  return { rejections, keptApart, personsDecidedByHuman: await listPersonsDecidedByHuman(db, galleryId) };
}

/** Persons linked to different people of a club are strangers to each other, as those with different names are. */
const linkedTo = sql<
  string | null
>`(select string_agg(l.club_person_id::text, ' ' order by l.club_id) from club_person_link l where l.person_id = person.id)`;

async function listPersonsDecidedByHuman(
  db: Executor,
  galleryId: string,
): Promise<GalleryFaces['personsDecidedByHuman']> {
  return db
    .selectFrom('person')
    .select(['id', sql<string>`coalesce(nullif(name, ''), ${linkedTo}, '')`.as('name')])
    .where('gallery_id', '=', galleryId)
    .where((eb) =>
      eb.or([
        eb('name', '!=', ''),
        eb('is_hidden', '=', true),
        eb('representative_chosen', '=', true),
        sql<boolean>`exists (select 1 from club_person_link l where l.person_id = person.id)`,
        sql<boolean>`exists (select 1 from assignment a where a.person_id = person.id and a.source = 'manual')`,
      ]),
    )
    .execute();
}

/** Two equal states mean that no human decided anything in between. */
export async function decisionState(db: Executor, galleryId: string): Promise<string> {
  const { state } = await db
    .selectFrom('people_decision')
    .select(
      sql<string>`count(*) || ' ' || count(undone_at) || ' ' || coalesce(max(greatest(created_at, undone_at))::text, '')`.as(
        'state',
      ),
    )
    .where('gallery_id', '=', galleryId)
    .executeTakeFirstOrThrow();
  return state;
}
