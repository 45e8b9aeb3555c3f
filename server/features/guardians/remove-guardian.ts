import { AppError } from '#server/contract/app-error.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import type { GuardianDependencies } from './ask-guardian.ts';
import { endGuardianships, publishEnded } from './end-guardianships.ts';
import { lockGuardianship } from './guardianship-rules.ts';

/** The viewer declines to be a guardian, or stops being one. */
export async function leaveGuardianship(ctx: GuardianDependencies, id: string): Promise<void> {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const live = await lockGuardianship(trx, id);
    if (live.user_id !== ctx.viewer.id) throw new AppError('guardianship_not_found');
    const club = { id: live.club_id, name: live.club_name };
    await recordClubAudit(trx, ctx.viewer, 'guardian.leave', club, { club_person_id: live.club_person_id });
    return endGuardianships(ctx, trx, [live.id]);
  });
  publishEnded(ctx.bus, ended);
}

/** The club ends a guardianship, or no longer asks for it. */
export async function removeGuardian(
  ctx: GuardianDependencies,
  club: LoadedClub,
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
    return endGuardianships(ctx, trx, [live.id]);
  });
  publishEnded(ctx.bus, ended);
}
