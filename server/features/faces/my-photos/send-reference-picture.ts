import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { SentReferencePicture } from '#server/contract/schemas/my-photos.ts';
import {
  type ReferencePurpose,
  referenceTables,
} from '#server/features/people/club-people/erase-face-search.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockFamilyMember, requireFamilyMember } from './family-with-references.repository.ts';
import { countOfFace } from './found-photos.repository.ts';
import type { Search } from './matches.sql.ts';
import { type FaceDependencies, type Point, type ReadFace, readFace } from './read-face.ts';
import { distanceFromOthers, insertReference, mayKeepReferences } from './reference-pictures.repository.ts';
import { searchThresholds } from './search-thresholds.ts';

type Dependencies = FaceDependencies & Needs<'clock' | 'jobs'> & { viewer: SignedIn };
export type SentPicture = {
  purpose: ReferencePurpose;
  clubPersonId: string;
  path: string;
  chosen?: Point | undefined;
  /** Tells whether the picture serves, and what it would find; keeps nothing. */
  dryRun: boolean;
};

/**
 * A picture is refused as like many strangers where in at least this many photos, and in more than this share (0..1) of the
 * photos found, it matches two people of the same photo: at most one of them can be the one looked for.
 */
const ambiguous = { photos: 3, share: 0.1 };

/**
 * A picture by which somebody of one's family is found from now on, or photos are kept inside the club; with the latter nothing
 * is searched here. Only the face is kept, with its embedding.
 * @throws AppError club_person_not_found, reference_not_allowed, references_enough, and why the picture does not serve
 */
export async function sendReferencePicture(
  ctx: Dependencies,
  sent: SentPicture,
): Promise<SentReferencePicture> {
  const today = ctx.clock.today();
  const member = await requireFamilyMember(ctx.db, ctx.viewer, sent.clubPersonId, today);
  const { purpose } = sent;
  if (!(await mayKeepReferences(ctx.db, purpose, member.id, today)))
    throw new AppError('reference_not_allowed');
  const face = await readFace(ctx, sent.path, sent.chosen);
  if ('faces' in face) return { state: 'choose_face', faces: face.faces };
  const thresholds = searchThresholds(ctx.engine, face.recogniser);
  const distance = await distanceFromOthers(ctx.db, purpose, member.id, face, today);
  if (distance !== null && distance > thresholds.question.largest) throw new AppError('face_unlike_others');
  const found =
    purpose === 'find'
      ? await whatIsFound(ctx.db, { viewer: ctx.viewer, thresholds, today }, face.embedding)
      : { photos: null, galleries: null };
  if (sent.dryRun) return { state: 'tried', ...found };
  await save(ctx, purpose, member.id, face, today);
  return { state: 'saved', ...found };
}

/** @throws AppError face_like_strangers */
async function whatIsFound(db: Dependencies['db'], search: Search, embedding: string) {
  const found = await countOfFace(db, search, embedding);
  if (found.ambiguous >= ambiguous.photos && found.ambiguous > found.total * ambiguous.share)
    throw new AppError('face_like_strangers');
  return { photos: found.total, galleries: found.galleries };
}

async function save(
  ctx: Dependencies,
  purpose: ReferencePurpose,
  clubPersonId: string,
  face: Extract<ReadFace, { crop: Buffer }>,
  today: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const member = await lockFamilyMember(trx, ctx.viewer, clubPersonId, today);
    if (!(await mayKeepReferences(trx, purpose, member.id, today)))
      throw new AppError('reference_not_allowed');
    const { count, expires_on } = await trx
      .selectFrom(referenceTables[purpose])
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<string>`(${today}::date + ${`${lifetimes.referenceMonths} months`}::interval)::date::text`.as(
          'expires_on',
        ),
      ])
      .where('club_person_id', '=', clubPersonId)
      .where('expires_on', '>=', today)
      .executeTakeFirstOrThrow();
    if (count >= countLimits.referencesMax) throw new AppError('references_enough');
    await insertReference(trx, purpose, {
      id: newId(),
      club_person_id: clubPersonId,
      recogniser: face.recogniser,
      pipeline_version: face.pipelineVersion,
      embedding: face.embedding,
      crop: face.crop,
      expires_on,
      created_by: ctx.viewer.id,
      created_at: ctx.clock.now(),
    });
    if (purpose === 'guard')
      await ctx.jobs.enqueue(trx, 'notify-likely-refuser', [
        { club_person_id: clubPersonId, said_by: ctx.viewer.id },
      ]);
    await recordClubAudit(
      trx,
      ctx.viewer,
      purpose === 'guard' ? 'myPhotos.addGuardPicture' : 'myPhotos.addPicture',
      { id: member.club_id, name: member.club_name },
      { club_person_id: clubPersonId },
    );
  });
}
