import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/clubs/members.repository.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { peopleOfClub } from './guardianship-notices.ts';
import { lockGuardianship, lockGuardianships, lockMinor, requireNoCircle } from './guardianship-rules.ts';

/** Guardianships: the club asks a member, who says yes; or a member claims one, and the club says yes. */
export type GuardianDependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'endings'> & {
  viewer: SignedIn;
};

type Club = { id: string; name: string };
type NewGuardianship = { personId: string; userId: string } & (
  | { state: 'asked' }
  | { state: 'confirmed'; decided_by: string; by_invitation?: true }
);

/** Asks a member whether they are a guardian; they answer on the page of their family. */
export async function askGuardian(
  ctx: GuardianDependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  clubPersonId: string,
  userId: string,
): Promise<void> {
  const personId = requireId(clubPersonId, 'club_person_not_found');
  const id = requireId(userId, 'club_member_not_found');
  await ctx.db.transaction().execute(async (trx) => {
    await insertQuestion(trx, ctx, club, personId, id);
    await recordClubAudit(trx, ctx.viewer, 'guardian.ask', club, { club_person_id: personId, user_id: id });
  });
  publishNotifications(ctx.bus, [id]);
}

async function insertQuestion(
  trx: Transaction<DB>,
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  club: Club,
  personId: string,
  userId: string,
): Promise<void> {
  await insertGuardianship(trx, ctx, club, { personId, userId, state: 'asked' });
  const params = { club: club.name, club_id: club.id };
  await notify(ctx, trx, [userId], [{ kind: 'consent_requested', params, href: '/family' }]);
}

/**
 * @returns the child, who stays locked
 * @throws AppError club_person_not_found, club_member_not_found, guardianship_exists and those of the rules
 */
export async function insertGuardianship(
  trx: Transaction<DB>,
  { clock }: Needs<'clock'>,
  club: { id: string },
  { personId, userId, ...decided }: NewGuardianship,
): Promise<{ id: string; name: string }> {
  await lockGuardianships(trx);
  const person = await lockMinor(trx, club.id, personId, clock.today());
  if ((await findMembershipStatus(trx, club.id, userId)) !== 'approved')
    throw new AppError('club_member_not_found');
  await requireNoCircle(trx, person.user_id, [userId]);
  const now = clock.now();
  const inserted = await trx
    .insertInto('guardianship')
    .values({
      id: newId(),
      club_person_id: personId,
      user_id: userId,
      asked_at: now,
      ...decided,
      ...(decided.state === 'confirmed' && { decided_at: now }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) throw new AppError('guardianship_exists');
  return person;
}

/** The viewer says: yes, I am a guardian. @throws AppError guardianship_not_found, guardianship_of_adult */
export async function acceptGuardianship(ctx: GuardianDependencies, id: string): Promise<void> {
  const settled = await ctx.db.transaction().execute(async (trx) => {
    await lockGuardianships(trx);
    const asked = await lockGuardianship(trx, id);
    if (asked.user_id !== ctx.viewer.id || asked.state !== 'asked')
      throw new AppError('guardianship_not_found');
    if ((await findMembershipStatus(trx, asked.club_id, ctx.viewer.id)) !== 'approved')
      throw new AppError('guardianship_not_found');
    await lockMinor(trx, asked.club_id, asked.club_person_id, ctx.clock.today());
    await trx
      .updateTable('guardianship')
      .set({ state: 'confirmed', decided_by: ctx.viewer.id, decided_at: ctx.clock.now() })
      .where('id', '=', asked.id)
      .execute();
    const club = { id: asked.club_id, name: asked.club_name };
    await recordClubAudit(trx, ctx.viewer, 'guardian.accept', club, { club_person_id: asked.club_person_id });
    return [
      ...(await settleNotifications(ctx, trx, ['consent_requested'], { readers: [ctx.viewer.id] })),
      ...(await settleNotifications(ctx, trx, ['guardian_missing'], { href: peopleOfClub(club.id) })),
    ];
  });
  publishNotifications(ctx.bus, settled);
}
