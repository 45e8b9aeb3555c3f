import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { purposes } from '#server/contract/consent.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import { answersFor } from '#server/features/family/is-family.sql.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { currentConsentOf } from './consent-rule.sql.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'rateLimits'> & { viewer: SignedIn };

/** Reminds each member who has not answered a question that is still open. Answers how many were reminded. */
export async function remindOfConsents(ctx: Dependencies, club: LoadedClub): Promise<number> {
  await ctx.rateLimits.limitRequests('consent-reminder', club.id);
  const today = ctx.clock.today();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const open = purposes.map(
      (purpose) => sql`(${currentConsentOf(sql.ref('cp.id'), purpose, today)} = 'unknown' and not exists (
        select 1 from consent c where c.club_person_id = cp.id and c.purpose = ${purpose}
          and c.said_by = m.user_id and c.said_as <> 'paper'
          and (c.valid_until is null or c.valid_until >= ${today}::date)))`,
    );
    const { rows } = await sql<{ user_id: string }>`
      select distinct m.user_id from club_person cp
      join club_membership m on m.club_id = cp.club_id and m.status = 'approved'
      where cp.club_id = ${club.id}
        and ${answersFor(sql.ref('m.user_id'), today, 'cp')}
        and (${sql.join(open, sql` or `)})`.execute(trx);
    const userIds = rows.map((row) => row.user_id);
    const notice = { kind: 'consent_requested', params: { club: club.name }, href: '/family' } as const;
    await notify(ctx, trx, userIds, [notice]);
    await recordClubAudit(trx, ctx.viewer, 'consent.remind', club, { count: userIds.length });
    return userIds;
  });
  publishNotifications(ctx.bus, notified);
  return notified.length;
}
