import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import type { ErasureReceipt } from '#server/contract/schemas/erasures.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/clubs.access.ts';
import { listFamilyAccounts } from '#server/features/guardians/family.repository.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { notifyTakedownDeciders } from '#server/features/takedowns/notify-takedown-deciders.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { erasePersonRows } from './erase-rows.ts';
import { insertErasure } from './erasures.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn };

/**
 * Erases a person of the club, with everything that is known of them, and tells the family. What remains is a receipt
 * without a name.
 */
export async function eraseClubPerson(
  ctx: Dependencies,
  club: LoadedClub,
  { club_person_id, hide_photos }: { club_person_id: string; hide_photos: boolean },
): Promise<ErasureReceipt> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const now = ctx.clock.now();
  const { told, galleries, receipt } = await ctx.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('club_person')
      .select('id')
      .where('id', '=', personId)
      .where('club_id', '=', club.id)
      .executeTakeFirst();
    if (!known) throw new AppError('club_person_not_found');
    const family = await listFamilyAccounts(trx, personId, ctx.clock.today());
    const erased = await erasePersonRows(trx, personId, { hidesPhotos: hide_photos, now });
    if (!erased) throw new AppError('club_person_not_found');
    const { counts } = erased;
    const id = await insertErasure(trx, {
      kind: 'person',
      subject_id: personId,
      club_id: club.id,
      hides_photos: hide_photos,
      erased_by: ctx.viewer.id,
      erased_at: now,
      counts,
    });
    await recordAudit(trx, ctx.viewer, {
      action: 'club.deletePerson',
      target: { kind: 'club', id: club.id, name: club.name },
      params: { club_person_id: personId },
    });
    const told = family.filter((userId) => userId !== ctx.viewer.id);
    await notify(ctx, trx, told, [{ kind: 'person_erased', params: { club: club.name }, href: '/family' }]);
    for (const gallery of erased.hiddenIn)
      told.push(...(await notifyTakedownDeciders(ctx, trx, gallery, ctx.viewer.id)));
    return {
      told,
      galleries: erased.galleries,
      receipt: { id, erased_at: now.toISOString(), erased_by: null, counts, files_cleaned: false },
    };
  });
  publishNotifications(ctx.bus, told);
  for (const id of galleries) ctx.bus.publish({ topic: `gallery:${id}`, kind: 'people' });
  return receipt;
}
