import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isAskedAboutPhotos, isAskedToBeGuardian } from '#server/visibility/open-questions.sql.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'rateLimits'> & { viewer: SignedIn };

/**
 * Reminds each member who has not answered a question that is still open, or has not said yet whether they are a guardian: no
 * account may answer for a child before it is confirmed as a guardian. Answers how many members were reminded. How often a club
 * may do so: `consentRemindersPerClub` in features/platform/rate-limits/rate-limits.ts.
 */
export async function remindOfConsents(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
): Promise<number> {
  await ctx.rateLimits.limitRequests('consent-reminder', club.id);
  const today = ctx.clock.today();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const aboutPhotos = isAskedAboutPhotos(sql.ref('m.user_id'), today, 'cp');
    const aboutBeingGuardian = isAskedToBeGuardian(sql.ref('m.user_id'), today, 'cp');
    const { rows } = await sql<{ user_id: string; about_photos: boolean }>`
      select m.user_id, bool_or(${aboutPhotos}) as about_photos from club_person cp
      join club_membership m on m.club_id = cp.club_id and m.status = 'approved'
      where cp.club_id = ${club.id} and (${aboutPhotos} or ${aboutBeingGuardian})
      group by m.user_id`.execute(trx);
    const userIds = rows.map((row) => row.user_id);
    for (const asks of [true, false]) {
      const readers = rows.filter((row) => row.about_photos === asks).map((row) => row.user_id);
      const params = { club: club.name, club_id: club.id, ...(asks && { context: 'photos' }) };
      await notify(ctx, trx, readers, [{ kind: 'consent_requested', params, href: '/family' }]);
    }
    await recordClubAudit(trx, ctx.viewer, 'consent.remind', club, { count: userIds.length });
    return userIds;
  });
  publishNotifications(ctx.bus, notified);
  return notified.length;
}
