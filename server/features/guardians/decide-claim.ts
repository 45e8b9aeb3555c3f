import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/members.repository.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { requireId } from '#server/ids.ts';
import { type GuardianDependencies, insertGuardianship } from './ask-guardian.ts';
import { lockGuardianships, requireAccountFits } from './guardianship-rules.ts';

/** The club confirms a claim and names the person: the member becomes a guardian of the person, or the person's own account. */
export async function approveClaim(
  ctx: GuardianDependencies,
  club: LoadedClub,
  { claim_id, club_person_id }: { claim_id: string; club_person_id: string },
): Promise<void> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const userId = await ctx.db.transaction().execute(async (trx) => {
    const claim = await takeClaim(trx, club, claim_id);
    if (claim.relation === 'self') await setOwnAccount(trx, ctx, club, personId, claim.user_id);
    else await insertGuardianship(trx, ctx, club, { personId, userId: claim.user_id, state: 'confirmed' });
    await recordClubAudit(trx, ctx.viewer, 'guardian.approve', club, {
      club_person_id: personId,
      user_id: claim.user_id,
      relation: claim.relation,
    });
    const notice = { kind: 'guardianship_approved', params: { club: club.name }, href: '/family' } as const;
    await notify(ctx, trx, [claim.user_id], [notice]);
    return claim.user_id;
  });
  publishNotifications(ctx.bus, [userId]);
}

export async function rejectClaim(
  ctx: GuardianDependencies,
  club: LoadedClub,
  claimId: string,
): Promise<void> {
  const userId = await ctx.db.transaction().execute(async (trx) => {
    const { user_id } = await takeClaim(trx, club, claimId);
    await recordClubAudit(trx, ctx.viewer, 'guardian.reject', club, { user_id });
    const notice = { kind: 'guardianship_rejected', params: { club: club.name }, href: '/family' } as const;
    await notify(ctx, trx, [user_id], [notice]);
    return user_id;
  });
  publishNotifications(ctx.bus, [userId]);
}

async function takeClaim(trx: Transaction<DB>, club: LoadedClub, id: string) {
  const claim = await trx
    .deleteFrom('guardian_claim')
    .where('id', '=', requireId(id, 'guardian_claim_not_found'))
    .where('club_id', '=', club.id)
    .returning(['user_id', 'relation'])
    .executeTakeFirst();
  if (!claim) throw new AppError('guardian_claim_not_found');
  return claim;
}

async function setOwnAccount(
  trx: Transaction<DB>,
  ctx: GuardianDependencies,
  club: LoadedClub,
  personId: string,
  userId: string,
): Promise<void> {
  await lockGuardianships(trx);
  if ((await findMembershipStatus(trx, club.id, userId)) !== 'approved')
    throw new AppError('club_member_not_found');
  const person = await trx
    .selectFrom('club_person')
    .select('user_id')
    .where('id', '=', personId)
    .where('club_id', '=', club.id)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('club_person_not_found');
  if (person.user_id !== null) throw new AppError('club_person_account_taken');
  await requireAccountFits(trx, personId, userId);
  const conflicts = { club_person_club_id_user_id_key: 'club_person_account_taken' } as const;
  await translatingConflicts(conflicts, () =>
    trx
      .updateTable('club_person')
      .set({ user_id: userId, updated_at: ctx.clock.now() })
      .where('id', '=', personId)
      .execute(),
  );
}
