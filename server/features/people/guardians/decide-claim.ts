import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { approveClaimInput, approvedClaim } from '#server/contract/schemas/family.ts';
import { splitFullName } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import {
  type NewNotification,
  notify,
  publishNotifications,
} from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/clubs/members.repository.ts';
import { lockClubPerson } from '#server/features/people/club-people/lock-club-person.ts';
import { insertClubPerson } from '#server/features/people/club-people/save-club-person.ts';
import { publishNames, saveKeptAnswers } from '#server/features/people/consent/answer-consent.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { type GuardianDependencies, insertGuardianship } from './ask-guardian.ts';
import { listAnswersOfClaims } from './claim-answers.ts';
import {
  guardianshipConfirmed,
  guardianshipDecided,
  ownPersonConfirmed,
  ownPersonRejected,
  peopleOfClub,
} from './guardianship-notices.ts';
import { lockGuardianships, lockMinor, requireAccountFits } from './guardianship-rules.ts';

/**
 * The club confirms a claim and names the person: the member becomes a guardian of the person, or the person's own account. What
 * the member answered meanwhile takes effect.
 */
export async function approveClaim(
  ctx: GuardianDependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { claim_id, club_person_id }: z.output<typeof approveClaimInput>,
): Promise<z.output<typeof approvedClaim>> {
  const known = club_person_id && requireId(club_person_id, 'club_person_not_found');
  const { personId, guardianshipId, notified } = await ctx.db.transaction().execute(async (trx) => {
    const claim = await takeClaim(trx, club, claim_id);
    const personId = known ?? (await insertClubPerson(ctx, trx, club, personOf(claim)));
    const notice = await grantClaim(trx, ctx, club, personId, claim);
    const said_as = claim.relation === 'self' ? 'self' : 'guardian';
    const answers = claim.answers.map((said) => ({ ...said, said_as, said_by: claim.user_id }) as const);
    const told = await saveKeptAnswers(ctx, trx, club, personId, answers);
    await recordClubAudit(trx, ctx.viewer, 'guardian.approve', club, {
      club_person_id: personId,
      user_id: claim.user_id,
      relation: claim.relation,
    });
    await notify(ctx, trx, [claim.user_id], [notice]);
    return {
      personId,
      guardianshipId: claim.relation === 'self' ? null : await findGuardianship(trx, personId, claim.user_id),
      notified: [claim.user_id, ...told, ...(await settleClaims(ctx, trx, club))],
    };
  });
  publishNotifications(ctx.bus, notified);
  await publishNames(ctx, personId);
  return { club_person_id: personId, guardianship_id: guardianshipId };
}

async function findGuardianship(trx: Transaction<DB>, personId: string, userId: string): Promise<string> {
  const { id } = await trx
    .selectFrom('guardianship')
    .select('id')
    .where('club_person_id', '=', personId)
    .where('user_id', '=', userId)
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return id;
}

export async function rejectClaim(
  ctx: GuardianDependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  claimId: string,
): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const { user_id, relation, name } = await takeClaim(trx, club, claimId);
    await recordClubAudit(trx, ctx.viewer, 'guardian.reject', club, { user_id });
    const notice =
      relation === 'self'
        ? ownPersonRejected(club)
        : guardianshipDecided('rejected_child', club, { id: null, name });
    await notify(ctx, trx, [user_id], [notice]);
    return [user_id, ...(await settleClaims(ctx, trx, club))];
  });
  publishNotifications(ctx.bus, notified);
}

const personOf = ({ name, born_on }: { name: string; born_on: string | null }) => ({
  ...splitFullName(name),
  born_on,
  user_id: null,
});

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
    return ownPersonConfirmed(club, personId);
  }
  const child =
    (await confirmLiveGuardianship(trx, ctx, club, personId, userId)) ??
    (await insertGuardianship(trx, ctx, club, {
      ...{ personId, userId },
      ...{ state: 'confirmed', decided_by: ctx.viewer.id },
    }));
  return guardianshipConfirmed(club, child);
}

/** Where the member is a guardian of the child already, or was asked to be, the claim says nothing else. */
async function confirmLiveGuardianship(
  trx: Transaction<DB>,
  ctx: GuardianDependencies,
  club: LoadedClub,
  personId: string,
  userId: string,
) {
  await lockGuardianships(trx);
  const child = await lockMinor(trx, club.id, personId, ctx.clock.today());
  const live = await trx
    .selectFrom('guardianship')
    .select(['id', 'state'])
    .where('club_person_id', '=', personId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .forUpdate()
    .executeTakeFirst();
  if (!live) return undefined;
  if ((await findMembershipStatus(trx, club.id, userId)) !== 'approved')
    throw new AppError('club_member_not_found');
  if (live.state === 'asked') {
    await trx
      .updateTable('guardianship')
      .set({ state: 'confirmed', decided_by: ctx.viewer.id, decided_at: ctx.clock.now() })
      .where('id', '=', live.id)
      .execute();
    await settleNotifications(ctx, trx, ['consent_requested'], { readers: [userId] });
  }
  return child;
}

async function takeClaim(trx: Transaction<DB>, club: LoadedClub, id: string) {
  const claim = await trx
    .selectFrom('guardian_claim')
    .select(['id', 'user_id', 'relation', 'name', 'born_on'])
    .where('id', '=', requireId(id, 'guardian_claim_not_found'))
    .where('club_id', '=', club.id)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw new AppError('guardian_claim_not_found');
  const answers = await listAnswersOfClaims(trx, [claim.id]);
  await trx.deleteFrom('guardian_claim').where('id', '=', claim.id).execute();
  return { ...claim, answers: answers.map(({ claim_id: _, ...said }) => said) };
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
