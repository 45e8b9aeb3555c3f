import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import type { rejected, rejectInput, takeBackRejectionInput } from '#server/contract/schemas/my-photos.ts';
import type { DB } from '#server/db/tables.ts';
import type { DecisionDependencies } from '#server/features/faces/gallery-people/record-decision.ts';
import { rejectFaces } from '#server/features/faces/gallery-people/reject-faces.ts';
import { undoDecision } from '#server/features/faces/gallery-people/undo-decision.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SearchThresholds } from './apply-search-thresholds.sql.ts';
import { lockFamilyMember, requireFamilyMember } from './family-with-references.repository.ts';
import { listRejectableFaces } from './found-photos.repository.ts';
import { isLinkedToThemAlone } from './matches.sql.ts';

type Member = Awaited<ReturnType<typeof requireFamilyMember>>;

/**
 * "Not Mia, on this photo only", said by Mia's family about a person that is linked to her: the rejection that editors make, in
 * the gallery's history and undone there too.
 * @throws AppError person_not_found where the person is not on the photo, or not linked to this member of the family alone
 */
export async function rejectOnPhoto(
  ctx: DecisionDependencies,
  thresholds: SearchThresholds,
  input: z.output<typeof rejectInput>,
): Promise<z.output<typeof rejected>> {
  const today = ctx.clock.today();
  const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
  const personId = requireId(input.person_id, 'person_not_found');
  const photoId = requireId(input.photo_id, 'person_not_found');
  const search = { viewer: ctx.viewer, thresholds, today };
  const faces = await listRejectableFaces(ctx.db, search, member.id, { personId, photoId });
  const [first] = faces;
  if (!first) throw new AppError('person_not_found');
  const { decision_id } = await rejectFaces(
    ctx,
    { galleryId: first.gallery_id, personId },
    faces.map(({ face_id }) => face_id),
    async (trx) => {
      const { find } = await lockFamilyMember(trx, ctx.viewer, member.id, today);
      if (find !== 'yes' || !(await isStillLinked(trx, personId, member)))
        throw new AppError('person_not_found');
      await audit(trx, ctx, 'myPhotos.reject', member);
    },
  );
  return { decision_id };
}

/**
 * Undoes the viewer's own "not on this photo".
 * @throws AppError decision_not_found, decision_not_undoable, later_decision_not_undone
 */
export async function takeBackRejection(
  ctx: DecisionDependencies,
  input: z.output<typeof takeBackRejectionInput>,
): Promise<void> {
  const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, ctx.clock.today());
  const decision = await ctx.db
    .selectFrom('people_decision')
    .innerJoin('club_person_link', 'club_person_link.person_id', 'people_decision.person_id')
    .select(['people_decision.id', 'people_decision.gallery_id'])
    .where('people_decision.id', '=', requireId(input.decision_id, 'decision_not_found'))
    .where('people_decision.kind', '=', 'rejected')
    .where('people_decision.made_by', '=', ctx.viewer.id)
    .where('club_person_link.club_person_id', '=', member.id)
    .executeTakeFirst();
  if (!decision) throw new AppError('decision_not_found');
  await undoDecision(ctx, decision.gallery_id, decision.id, (trx) =>
    audit(trx, ctx, 'myPhotos.takeBackRejection', member),
  );
}

async function isStillLinked(trx: Transaction<DB>, personId: string, { id }: Member): Promise<boolean> {
  const linked = isLinkedToThemAlone(sql`${personId}::uuid`, sql`${id}::uuid`);
  const { rows } = await sql<{ linked: boolean }>`select ${linked} as linked`.execute(trx);
  return rows[0]!.linked;
}

const audit = (
  trx: Transaction<DB>,
  { viewer }: DecisionDependencies,
  action: 'myPhotos.reject' | 'myPhotos.takeBackRejection',
  { id, club_id, club_name }: Member,
) => recordClubAudit(trx, viewer, action, { id: club_id, name: club_name }, { club_person_id: id });
