import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { answered, answerInput, takeBackAnswerInput } from '#server/contract/schemas/my-photos.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import type { SearchThresholds } from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import {
  lockFamilyMember,
  requireFamilyMember,
} from '#server/features/faces/my-photos/family-with-references.repository.ts';
import { countPhotosOf, isFound } from '#server/features/faces/my-photos/found-photos.repository.ts';
import type { Search } from '#server/features/faces/my-photos/matches.sql.ts';
import { searchScopes } from '#server/features/faces/my-photos/search-scopes.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'searchesPublicGalleries'> & { viewer: SignedIn };
type Member = Awaited<ReturnType<typeof requireFamilyMember>>;

/**
 * "This is Mia" or "this is not Mia", said by Mia's family about a person of a gallery. It counts for the pages of the
 * family, and at once for what people outside are shown of somebody who refuses that; it makes no link in the gallery. Answers are taken about persons that are shown or asked about only.
 * @returns what was said before, with which the answer can be taken back
 * @throws AppError person_not_found
 */
export async function answerMatchQuestion(
  ctx: Dependencies,
  thresholds: SearchThresholds,
  input: z.output<typeof answerInput>,
): Promise<z.output<typeof answered>> {
  const today = ctx.clock.today();
  const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
  const personId = requireId(input.person_id, 'person_not_found');
  const search = { viewer: ctx.viewer, thresholds, today };
  const known = await answersAbout(ctx.db, member, personId).executeTakeFirst();
  if (!known && !(await isFoundInAny(ctx, search, member, personId))) throw new AppError('person_not_found');
  const said = { answer: input.answer, answered_by: ctx.viewer.id, answered_at: ctx.clock.now() };
  const { before, settled } = await ctx.db.transaction().execute(async (trx) => {
    await lockAnswer(trx, ctx, member, personId);
    const before = await answersAbout(trx, member, personId).executeTakeFirst();
    await trx
      .insertInto('link_question')
      .values({ person_id: personId, club_person_id: member.id, ...said })
      .onConflict((conflict) => conflict.columns(['person_id', 'club_person_id']).doUpdateSet(said))
      .execute();
    await audit(trx, ctx, 'myPhotos.answer', member);
    const asked = { clubPersonId: member.id };
    return { before, settled: await settleNotifications(ctx, trx, ['consent_requested'], asked) };
  });
  publishNotifications(ctx.bus, settled);
  return { earlier: before?.answer ?? null, photo_count: await countPhotosOf(ctx.db, search, personId) };
}

/**
 * Puts back what was said before the viewer's answer. The answers of others of the family stay.
 * @throws AppError person_not_found, also where the viewer's answer is not the one in force
 */
export async function takeBackAnswer(
  ctx: Omit<Dependencies, 'searchesPublicGalleries'>,
  input: z.output<typeof takeBackAnswerInput>,
): Promise<void> {
  const { earlier } = input;
  const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, ctx.clock.today());
  const personId = requireId(input.person_id, 'person_not_found');
  await ctx.db.transaction().execute(async (trx) => {
    await lockAnswer(trx, ctx, member, personId);
    const own = await answersAbout(trx, member, personId)
      .where('answered_by', '=', ctx.viewer.id)
      .executeTakeFirst();
    if (!own) throw new AppError('person_not_found');
    if (earlier === null)
      await trx
        .deleteFrom('link_question')
        .where('person_id', '=', personId)
        .where('club_person_id', '=', member.id)
        .execute();
    else
      await trx
        .updateTable('link_question')
        .set({
          answer: earlier,
          answered_by: earlier === 'open' ? null : ctx.viewer.id,
          answered_at: ctx.clock.now(),
        })
        .where('person_id', '=', personId)
        .where('club_person_id', '=', member.id)
        .execute();
    await audit(trx, ctx, 'myPhotos.takeBackAnswer', member);
  });
}

async function isFoundInAny(ctx: Dependencies, search: Search, { id }: Member, personId: string) {
  for (const scope of searchScopes(ctx))
    if (await isFound(ctx.db, { ...search, scope }, id, personId)) return true;
  return false;
}

const answersAbout = (db: Dependencies['db'] | Transaction<DB>, { id }: Member, personId: string) =>
  db
    .selectFrom('link_question')
    .select('answer')
    .where('person_id', '=', personId)
    .where('club_person_id', '=', id);

/** @throws AppError person_not_found where the person is gone, or what answers are kept for (`keepsAnswers`) */
async function lockAnswer(
  trx: Transaction<DB>,
  ctx: Pick<Dependencies, 'clock' | 'viewer'>,
  member: Member,
  personId: string,
) {
  // The person first, as decisions lock them; it may have been merged since it was found.
  const person = await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .forKeyShare()
    .executeTakeFirst();
  if (!person) throw new AppError('person_not_found');
  const { find, outside } = await lockFamilyMember(trx, ctx.viewer, member.id, ctx.clock.today());
  if (find !== 'yes' && outside !== 'no') throw new AppError('person_not_found');
}

const audit = (
  trx: Transaction<DB>,
  { viewer }: Pick<Dependencies, 'viewer'>,
  action: 'myPhotos.answer' | 'myPhotos.takeBackAnswer',
  { id, club_id, club_name }: Member,
) => recordClubAudit(trx, viewer, action, { id: club_id, name: club_name }, { club_person_id: id });
