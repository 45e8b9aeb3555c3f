import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { ages } from '#server/contract/ages.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { birthFault } from '#server/contract/date-limits.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { Claimed, claimInput } from '#server/contract/schemas/family.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, requireId } from '#server/ids.ts';
import type { GuardianDependencies } from './ask-guardian.ts';
import { findOwnPerson } from './guardians.repository.ts';
import { peopleOfClub } from './guardianship-notices.ts';

/**
 * A member says "I am a parent of …", or which person they are, by a name as they type it. The answer is the same whether or
 * not the club knows such a person, so that it does not tell who is known. Only where the viewer is that person's guardian, or
 * that person, already, there is nothing to claim.
 * @throws AppError field_invalid, guardianship_of_adult, guardian_claim_exists, guardian_claims_too_many
 */
export async function claimGuardianship(
  ctx: GuardianDependencies & Needs<'rateLimits'>,
  club: Authorized<LoadedClub, 'claimPeople'>,
  { relation, name, born_on }: z.output<typeof claimInput>,
): Promise<Claimed> {
  const { viewer } = ctx;
  const today = ctx.clock.today();
  const fault = born_on && birthFault(born_on, today);
  if (fault) throw fieldError('born_on', fault);
  if (relation === 'child' && born_on && born_on <= addYears(today, -ages.adult))
    throw new AppError('guardianship_of_adult');
  await ctx.rateLimits.limitRequests('guardian-claim', viewer.id);
  const { id, known, notified } = await ctx.db.transaction().execute(async (trx) => {
    // Claims of one account wait for each other, whatever the club, so that the limit holds.
    await holdAccounts(trx, viewer.id);
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const known = await findOwnPerson(trx, club.id, viewer.id, { relation, name, born_on, today });
    if (known) return { id: null, known, notified: [] };
    const open = await trx
      .selectFrom('guardian_claim')
      .select(['club_id', 'relation', 'name'])
      .where('user_id', '=', viewer.id)
      .execute();
    const words = name.toLowerCase();
    if (
      open.some(
        (each) => each.club_id === club.id && each.relation === relation && each.name.toLowerCase() === words,
      )
    )
      throw new AppError('guardian_claim_exists');
    if (open.length >= countLimits.openClaimsMax) throw new AppError('guardian_claims_too_many');
    await recordClubAudit(trx, viewer, 'guardian.claim', club, { relation });
    const made = await insertClaim(ctx, trx, club, {
      ...{ user_id: viewer.id, user_name: viewer.fullName || viewer.username },
      ...{ relation, name, born_on: relation === 'child' ? born_on : null, club_person_id: null },
    });
    return { ...made, known: null };
  });
  publishNotifications(ctx.bus, notified);
  return { id, known };
}

type NewClaim = Omit<Selectable<DB['guardian_claim']>, 'id' | 'club_id' | 'claimed_at'> & {
  user_name: string;
};

/** Those who decide for the club are notified. */
export async function insertClaim(
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  { user_name, ...claim }: NewClaim,
): Promise<{ id: string; notified: string[] }> {
  const id = newId();
  await trx
    .insertInto('guardian_claim')
    .values({ ...claim, id, club_id: club.id, claimed_at: ctx.clock.now() })
    .execute();
  const notified = await listRequestDeciders(trx, club.id);
  await notify(ctx, trx, notified, [
    {
      kind: 'guardianship_requested',
      params: { context: claim.relation, club: club.name, user: user_name, claim_id: id },
      href: peopleOfClub(club.id),
    },
  ]);
  return { id, notified };
}

/** The member no longer claims it. */
export async function withdrawClaim(ctx: GuardianDependencies, id: string): Promise<void> {
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const claim = await trx
      .deleteFrom('guardian_claim')
      .where('id', '=', requireId(id, 'guardian_claim_not_found'))
      .where('user_id', '=', ctx.viewer.id)
      .returning('club_id')
      .executeTakeFirst();
    if (!claim) throw new AppError('guardian_claim_not_found');
    return settleNotifications(ctx, trx, ['guardianship_requested'], { href: peopleOfClub(claim.club_id) });
  });
  publishNotifications(ctx.bus, settled);
}
