import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { ErasureReceipt } from '#server/contract/schemas/erasures.ts';
import type { DB } from '#server/db/tables.ts';
import type { Ended } from '#server/endings.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { notifyTakedownDeciders } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { removeSomeEndedPhotos } from '#server/features/galleries/photos/purge-deleted-photos.ts';
import { insertErasure } from '#server/features/people/club-people/erasures.repository.ts';
import { listFamilyAccounts } from '#server/features/people/family/family.repository.ts';
import { type Actor, recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { erasePersonRows } from './erase-person-rows.ts';

export type Erased = Ended & { receipt: ErasureReceipt };
interface Erasing {
  personId: string;
  hidesPhotos: boolean;
  actor: Actor;
  /** Accounts that are told besides the family. */
  alsoNotified?: readonly string[];
  /** Asked once the person is locked; false leaves everything as it is. */
  mayErase?: () => Promise<boolean>;
}

/**
 * Erases a person of the club, with everything that is known of them, and tells the family. What remains is a receipt
 * without a name. Undefined where the club has no such person, or it may not be erased. Call `publishEnded` after the
 * commit.
 */
export async function erasePerson(
  ctx: Needs<'clock' | 'jobs' | 'mail' | 'tokens'>,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  { personId, hidesPhotos, actor, alsoNotified = [], mayErase }: Erasing,
): Promise<Erased | undefined> {
  const now = ctx.clock.now();
  const known = await trx
    .selectFrom('club_person')
    .select('id')
    .where('id', '=', personId)
    .where('club_id', '=', club.id)
    .executeTakeFirst();
  if (!known) return undefined;
  // Before the person, as where somebody joins as a guardian; the receipt refers to the club.
  await trx.selectFrom('club').select('id').where('id', '=', club.id).forKeyShare().execute();
  const family = await listFamilyAccounts(trx, personId, ctx.clock.today());
  const erased = await erasePersonRows(trx, personId, {
    hidesPhotos,
    now,
    mayErase,
    pictureKey: ctx.tokens.pictureKey,
  });
  if (!erased) return undefined;
  await removeSomeEndedPhotos(ctx, trx);
  const { counts } = erased;
  const id = await insertErasure(trx, {
    kind: 'person',
    subject_id: personId,
    club_id: club.id,
    hides_photos: hidesPhotos,
    erased_by: actor.id,
    erased_at: now,
    counts,
  });
  await recordClubAudit(trx, actor, 'club.deletePerson', club, { club_person_id: personId });
  const notified = [...family, ...alsoNotified].filter((userId) => userId !== actor.id);
  await notify(ctx, trx, notified, [{ kind: 'person_erased', params: { club: club.name }, href: '/family' }]);
  for (const gallery of erased.hiddenIn)
    notified.push(...(await notifyTakedownDeciders(ctx, trx, gallery, actor.id ?? undefined)));
  const receipt = { id, erased_at: now.toISOString(), erased_by: null, counts, files_cleaned: false };
  return { users: notified, galleries: erased.galleries, receipt };
}
