import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** Sets how many bytes the photos of a club may take, or lifts the limit with null. What is there stays. */
export async function setClubQuota(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn },
  club: LoadedClub,
  quotaBytes: number | null,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const result = await trx
      .updateTable('club')
      .set({ storage_quota: quotaBytes, updated_at: ctx.clock.now() })
      .where('id', '=', club.id)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new AppError('club_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.setStorageQuota', club, { quota_bytes: quotaBytes });
  });
}
