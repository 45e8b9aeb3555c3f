import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { lockClubPerson } from '#server/features/club-people/lock-club-person.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/members.repository.ts';
import { type NewNotification, notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { settleNotifications } from '#server/features/notifications/settle-notifications.ts';
import { requireId } from '#server/ids.ts';
import { type GuardianDependencies, insertGuardianship } from './ask-guardian.ts';
import { guardianshipDecided, ownPersonDecided, peopleOfClub } from './guardianship-notices.ts';
import { lockGuardianships, requireAccountFits } from './guardianship-rules.ts';

/** The club confirms a claim and names the person: the member becomes a guardian of the person, or the person's own account. */
export async function approveClaim(
  ctx: GuardianDependencies,
  club: LoadedClub,
  { claim_id, club_person_id }: { claim_id: string; club_person_id: string },
): Promise<void> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const claim = await takeClaim(trx, club, claim_id);
    const notice = await grantClaim(trx, ctx, club, personId, claim);
    await recordClubAudit(trx, ctx.viewer, 'guardian.approve', club, {
      club_person_id: personId,
      user_id: claim.user_id,
      relation: claim.relation,
    });
    await notify(ctx, trx, [claim.user_id], [notice]);
    return [claim.user_id, ...(await settleClaims(ctx, trx, club))];
  });
  publishNotifications(ctx.bus, notified);
}

export async function rejectClaim(
  ctx: GuardianDependencies,
  club: LoadedClub,
  claimId: string,
): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const { user_id, relation, name } = await takeClaim(trx, club, claimId);
    await recordClubAudit(trx, ctx.viewer, 'guardian.reject', club, { user_id });
    const notice =
      relation === 'self'
        ? ownPersonDecided(false, club)
        : guardianshipDecided('rejected_child', club, { id: null, name });
    await notify(ctx, trx, [user_id], [notice]);
    return [user_id, ...(await settleClaims(ctx, trx, club))];
  });
  publishNotifications(ctx.bus, notified);
}

const settleClaims = (
  ctx: GuardianDependencies,
  trx: Transaction<DB>,
  { id }: LoadedClub,
): Promise<string[]> =>
  settleNotifications(ctx, trx, ['guardianship_requested', 'guardian_missing'], { href: peopleOfClub(id) });

async function grantClaim(
  trx: Transaction<DB>,
  ctx: GuardianDependencies,
  club: LoadedClub,
  personId: string,
  { user_id: userId, relation }: { user_id: string; relation: string },
): Promise<NewNotification> {
  if (relation === 'self') {
    await setOwnAccount(trx, ctx, club, personId, userId);
    return ownPersonDecided(true, club);
  }
  const child = await insertGuardianship(trx, ctx, club, { personId, userId, state: 'confirmed' });
  return guardianshipDecided('child', club, child);
}

async function takeClaim(trx: Transaction<DB>, club: LoadedClub, id: string) {
  const claim = await trx
    .deleteFrom('guardian_claim')
    .where('id', '=', requireId(id, 'guardian_claim_not_found'))
    .where('club_id', '=', club.id)
    .returning(['user_id', 'relation', 'name'])
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
  const person = await lockClubPerson(trx, club.id, personId);
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
