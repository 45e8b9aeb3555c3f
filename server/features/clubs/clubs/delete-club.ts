import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import { publishEnded } from '#server/features/accounts/notifications/notify.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedClub } from './load-club.ts';
import { listIdsOfClub } from './members.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'endings'> & { viewer: SignedIn };

/**
 * Deletes a club with its people, memberships and scoped roles. Its events and their galleries stay; photos of people who may
 * not be shown outside the club are hidden until somebody decides.
 */
export async function deleteClub(ctx: Dependencies, club: Authorized<LoadedClub, 'delete'>): Promise<void> {
  const { belonged, ...ended } = await ctx.db.transaction().execute(async (trx) => {
    const belonged = await listIdsOfClub(trx, club.id);
    const finish = await ctx.endings.clubEnds(ctx, trx, club.id);
    const result = await trx.deleteFrom('club').where('id', '=', club.id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new AppError('club_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.delete', club);
    return { ...(await finish()), belonged };
  });
  publishEnded(ctx.bus, ended);
  publishRights(ctx.bus, belonged);
}
