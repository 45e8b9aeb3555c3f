import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { setClubQuotaInput } from '#server/contract/schemas/storage-usage.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** Sets how many bytes the photos of a club may take, or lifts the limit with null. What is there stays. @throws AppError edit_conflict */
export async function setClubQuota(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn },
  club: Authorized<LoadedClub, 'setQuota'>,
  { quota_bytes, seen }: z.output<typeof setClubQuotaInput>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, { quota_bytes }, () =>
      trx
        .selectFrom('club')
        .select('storage_quota as quota_bytes')
        .where('id', '=', club.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const result = await trx
      .updateTable('club')
      .set({ storage_quota: quota_bytes, updated_at: ctx.clock.now() })
      .where('id', '=', club.id)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new AppError('club_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.setStorageQuota', club, { quota_bytes });
  });
}
