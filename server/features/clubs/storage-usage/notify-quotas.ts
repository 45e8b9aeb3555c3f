import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { quotaNotice } from '#server/contract/quota-notices.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { listActiveClubAdminIds } from '#server/features/clubs/clubs/members.repository.ts';
import { type NoticedQuota, noticedQuotas } from './club-quota.repository.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'>;

/**
 * Tells a club's administrators, and the global ones, that photos nearly fill its quota
 * (server/contract/quota-notices.ts), or fill it: once, and again only after photos were deleted or the quota was raised,
 * which settles what was told. It looks at the sums alone, so whatever changed them is noticed.
 */
export async function notifyQuotas(ctx: Dependencies): Promise<void> {
  const clubs = await noticedQuotas(ctx.db).execute();
  for (const club of clubs) if (quotaNotice(club) !== club.quota_notice) await takeStep(ctx, club.id);
}

/** In one transaction for each club, so that a notice is given and noted, or neither. */
async function takeStep(ctx: Dependencies, clubId: string): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().execute();
    const club = await noticedQuotas(trx).where('club.id', '=', clubId).executeTakeFirst();
    if (!club) return [];
    const notice = quotaNotice(club);
    await trx.updateTable('club').set({ quota_notice: notice }).where('id', '=', clubId).execute();
    if (notice > club.quota_notice) return giveNotice(ctx, trx, club, notice);
    return settleNotifications(ctx, trx, ['storage_filling'], { href: `/clubs/${club.id}/manage` });
  });
  publishNotifications(ctx.bus, notified);
}

/** @returns the users to publish notifications to, after the commit */
async function giveNotice(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: NoticedQuota,
  percent: number,
): Promise<string[]> {
  const readers = [...(await listActiveClubAdminIds(trx, club.id)), ...(await listActiveAdminIds(trx))];
  const href = `/clubs/${club.id}/manage`;
  await notify(ctx, trx, readers, [{ kind: 'storage_filling', params: { club: club.name, percent }, href }]);
  return readers;
}
