import { AppError } from '#server/contract/app-error.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { requireApart } from '#server/features/faces/gallery-people/face-assignments.repository.ts';
import { lockPerson } from '#server/features/faces/gallery-people/lock-people.ts';
import {
  type AnswerOptions,
  type DecisionDependencies,
  type RecordedDecision,
  recordDecision,
} from '#server/features/faces/gallery-people/record-decision.ts';
import { requireId } from '#server/ids.ts';
import {
  findLinkable,
  isLinkAnswered,
  listLinkedTo,
  saveClubPersonLink,
} from './club-person-links.repository.ts';
import { notifyDeclined } from './notify-declined.ts';

/** Decisions on which people of a club the persons of galleries are. Galleries keep their own groups. */
type Change = { galleryId: string; personId: string };

/**
 * "This is Mia Berg of our club": replaces what was said before for that club.
 * @throws AppError edit_conflict for the answer to a question that somebody else has answered meanwhile; people_together, where
 *   asked for, beside somebody of the gallery who is linked to the same
 */
export function linkPerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  clubPersonId: string,
  { as_answer, or_else, unless_together }: AnswerOptions = {},
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const id = requireId(clubPersonId, 'club_person_not_found');
    const known = await findLinkable(trx, ctx.viewer, galleryId, id);
    if (!known) throw new AppError('club_person_not_found');
    if (as_answer && (await isLinkAnswered(trx, personId, known))) throw new AppError('edit_conflict');
    if (unless_together)
      await requireApart(trx, [personId, ...(await listLinkedTo(trx, galleryId, known.id))]);
    const beside = or_else ? await findLinkable(trx, ctx.viewer, galleryId, or_else) : undefined;
    return {
      kind: 'linked',
      personId,
      touched: { persons: [personId], faces: [] },
      params: { club_person_id: known.id, ...(beside && { or_else: beside.id }) },
      apply: () =>
        saveClubPersonLink(trx, { person_id: personId, club_id: known.club_id, club_person_id: known.id }),
    };
  });
}

/**
 * "This is not Mia Berg": it is not asked again. No decision: nothing in the gallery changes. A family that keeps photos inside is
 * told, and may say that it is.
 * @throws AppError edit_conflict for the answer to a question that somebody else has answered meanwhile
 */
export async function declineLink(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  clubPersonId: string,
  asAnswer = false,
): Promise<void> {
  const id = requireId(clubPersonId, 'club_person_not_found');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const known = await findLinkable(trx, ctx.viewer, galleryId, id);
    if (!known) throw new AppError('club_person_not_found');
    if (asAnswer && (await isLinkAnswered(trx, personId, known))) throw new AppError('edit_conflict');
    await trx
      .insertInto('declined_link')
      .values({
        person_id: personId,
        club_person_id: id,
        declined_by: ctx.viewer.id,
        declined_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return notifyDeclined(ctx, trx, { galleryId, personId, clubPersonId: id });
  });
  publishNotifications(ctx.bus, notified);
}

/** "This is not that person of the club." */
export function unlinkPerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  clubId: string,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const club_id = requireId(clubId, 'club_person_not_found');
    const link = await trx
      .selectFrom('club_person_link')
      .select(['person_id', 'club_id', 'club_person_id'])
      .where('person_id', '=', personId)
      .where('club_id', '=', club_id)
      .executeTakeFirst();
    if (!link || !(await findLinkable(trx, ctx.viewer, galleryId, link.club_person_id)))
      throw new AppError('club_person_not_found');
    return {
      kind: 'unlinked',
      personId,
      touched: { persons: [personId], faces: [] },
      params: { club_person_id: link.club_person_id },
      apply: () =>
        trx
          .deleteFrom('club_person_link')
          .where('person_id', '=', personId)
          .where('club_id', '=', club_id)
          .execute(),
    };
  });
}
