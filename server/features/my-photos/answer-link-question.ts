import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { FindingThresholds } from './apply-finding-thresholds.sql.ts';
import { lockFamilyMember, requireFamilyMember } from './family-with-references.repository.ts';
import { isFound } from './found-photos.repository.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };

/**
 * "This is Mia" or "this is not Mia", said by Mia's family about a person of a gallery. It counts for the pages of the
 * family alone and makes no link in the gallery. Answers are taken about persons that are shown or asked about only.
 * @throws AppError person_not_found
 */
export async function answerLinkQuestion(
  ctx: Dependencies,
  thresholds: FindingThresholds,
  input: { id: string; person_id: string; answer: 'yes' | 'no' },
): Promise<void> {
  const today = ctx.clock.today();
  const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
  const personId = requireId(input.person_id, 'person_not_found');
  const answered = await ctx.db
    .selectFrom('link_question')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('club_person_id', '=', member.id)
    .executeTakeFirst();
  const search = { viewer: ctx.viewer, thresholds, today };
  if (!answered && !(await isFound(ctx.db, search, member.id, personId)))
    throw new AppError('person_not_found');
  const said = { answer: input.answer, answered_by: ctx.viewer.id, answered_at: ctx.clock.now() };
  await ctx.db.transaction().execute(async (trx) => {
    // The person first, as decisions lock them; it may have been merged since it was found.
    const person = await trx
      .selectFrom('person')
      .select('id')
      .where('id', '=', personId)
      .forKeyShare()
      .executeTakeFirst();
    if (!person) throw new AppError('person_not_found');
    // The consent may have ended since the person was found: then no answer is kept.
    const { find } = await lockFamilyMember(trx, ctx.viewer, member.id, today);
    if (find !== 'yes') throw new AppError('person_not_found');
    await trx
      .insertInto('link_question')
      .values({ person_id: personId, club_person_id: member.id, ...said })
      .onConflict((conflict) => conflict.columns(['person_id', 'club_person_id']).doUpdateSet(said))
      .execute();
    await recordClubAudit(
      trx,
      ctx.viewer,
      'myPhotos.answer',
      { id: member.club_id, name: member.club_name },
      { club_person_id: member.id },
    );
  });
}
