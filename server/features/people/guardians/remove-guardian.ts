import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import { notify, publishEnded } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { GuardianDependencies } from './ask-guardian.ts';
import { endGuardianships } from './end-guardianships.ts';
import { guardianshipDecided, guardianshipDeclined } from './guardianship-notices.ts';
import { lockGuardianship } from './guardianship-rules.ts';

/** The viewer declines to be a guardian, which those who decide for the club are told, or stops being one. */
export async function leaveGuardianship(ctx: GuardianDependencies, id: string): Promise<void> {
  const { viewer } = ctx;
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const live = await lockGuardianship(trx, id);
    if (live.user_id !== viewer.id) throw new AppError('guardianship_not_found');
    const club = { id: live.club_id, name: live.club_name };
    await recordClubAudit(trx, viewer, 'guardian.leave', club, { club_person_id: live.club_person_id });
    const { users, galleries } = await endGuardianships(ctx, trx, [live.id]);
    users.push(...(await settleNotifications(ctx, trx, ['consent_requested'], { readers: [viewer.id] })));
    if (live.state !== 'asked') return { users, galleries };
    const deciders = (await listRequestDeciders(trx, club.id)).filter((userId) => userId !== viewer.id);
    const child = { id: live.club_person_id, name: live.name };
    await notify(ctx, trx, deciders, [guardianshipDeclined(club, child, viewer.fullName || viewer.username)]);
    return { users: [...users, ...deciders], galleries };
  });
  publishEnded(ctx.bus, ended);
}

/** The club ends a guardianship, which the guardian is told, or no longer asks for it. */
export async function removeGuardian(
  ctx: GuardianDependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { club_person_id, guardianship_id }: { club_person_id: string; guardianship_id: string },
): Promise<void> {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const live = await lockGuardianship(trx, guardianship_id);
    if (live.club_id !== club.id || live.club_person_id !== club_person_id.toLowerCase())
      throw new AppError('guardianship_not_found');
    const { user_id } = live;
    await recordClubAudit(trx, ctx.viewer, 'guardian.remove', club, {
      club_person_id: live.club_person_id,
      user_id,
    });
    const { users, galleries } = await endGuardianships(ctx, trx, [live.id]);
    users.push(...(await settleNotifications(ctx, trx, ['consent_requested'], { readers: [user_id] })));
    if (live.state === 'asked' || user_id === ctx.viewer.id) return { users, galleries };
    const child = { id: live.club_person_id, name: live.name };
    await notify(ctx, trx, [user_id], [guardianshipDecided('ended', club, child)]);
    return { users: [...users, user_id], galleries };
  });
  publishEnded(ctx.bus, ended);
}
