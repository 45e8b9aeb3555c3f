import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/error-statuses.ts';
import { translatingConflicts } from '#server/db/sql.ts';
import type { DB } from '#server/db/tables.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/members.repository.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { newId, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { endGuardianships, publishEnded } from './effects-of-ended-guardianships.ts';
import { lockGuardianships, lockMinor, requireNoCircle } from './guardianship-rules.ts';

/** Guardianships: the club asks a member, who says yes; or a member claims one, and the club says yes. */
export type GuardianDependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn };

/** Asks a member whether they are a guardian; they answer on the page of their family. */
export async function askGuardian(
  ctx: GuardianDependencies,
  club: LoadedClub,
  clubPersonId: string,
  userId: string,
): Promise<void> {
  const personId = requireId(clubPersonId, 'club_person_not_found');
  const id = requireId(userId, 'club_member_not_found');
  await ctx.db.transaction().execute(async (trx) => {
    await insertGuardianship(trx, ctx, club, { personId, userId: id, state: 'asked' });
    await auditGuardian(trx, ctx.viewer, club, 'guardian.ask', { club_person_id: personId, user_id: id });
    await notify(
      ctx,
      trx,
      [id],
      [{ kind: 'consent_requested', params: { club: club.name }, href: '/family' }],
    );
  });
  publishNotifications(ctx.bus, [id]);
}

/** @throws AppError club_person_not_found, club_member_not_found, guardianship_exists and those of the rules */
export async function insertGuardianship(
  trx: Transaction<DB>,
  ctx: Needs<'clock'> & { viewer: SignedIn },
  club: { id: string },
  { personId, userId, state }: { personId: string; userId: string; state: 'asked' | 'confirmed' },
): Promise<void> {
  await lockGuardianships(trx);
  const person = await lockMinor(trx, club.id, personId, ctx.clock.today());
  if ((await findMembershipStatus(trx, club.id, userId)) !== 'approved')
    throw new AppError('club_member_not_found');
  await requireNoCircle(trx, person.user_id, [userId]);
  const now = ctx.clock.now();
  const decided = state === 'confirmed' ? { decided_by: ctx.viewer.id, decided_at: now } : {};
  const conflicts = { guardianship_live: 'guardianship_exists' } as const;
  await translatingConflicts(conflicts, () =>
    trx
      .insertInto('guardianship')
      .values({
        id: newId(),
        club_person_id: personId,
        user_id: userId,
        state,
        asked_at: now,
        ...decided,
      })
      .execute(),
  );
}

/** The viewer says: yes, I am a guardian. @throws AppError guardianship_not_found, guardianship_of_adult */
export async function acceptGuardianship(ctx: GuardianDependencies, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
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
    await auditGuardian(trx, ctx.viewer, club, 'guardian.accept', { club_person_id: asked.club_person_id });
  });
}

/** The viewer is no guardian, or no longer. */
export async function leaveGuardianship(ctx: GuardianDependencies, id: string): Promise<void> {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const live = await lockGuardianship(trx, id);
    if (live.user_id !== ctx.viewer.id) throw new AppError('guardianship_not_found');
    const club = { id: live.club_id, name: live.club_name };
    await auditGuardian(trx, ctx.viewer, club, 'guardian.leave', { club_person_id: live.club_person_id });
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
    await auditGuardian(trx, ctx.viewer, club, 'guardian.remove', {
      club_person_id: live.club_person_id,
      user_id,
    });
    return endGuardianships(ctx, trx, [live.id]);
  });
  publishEnded(ctx.bus, ended);
}

async function lockGuardianship(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('guardianship')
    .innerJoin('club_person', 'club_person.id', 'guardianship.club_person_id')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select([
      'guardianship.id',
      'guardianship.club_person_id',
      'guardianship.user_id',
      'guardianship.state',
      'club_person.club_id',
      'club.name as club_name',
    ])
    .where('guardianship.id', '=', requireId(id, 'guardianship_not_found'))
    .where('guardianship.state', '<>', 'ended')
    .forUpdate('guardianship')
    .executeTakeFirst();
  if (!row) throw new AppError('guardianship_not_found');
  return row;
}

/** The activity log gets ids, never the name of a child. */
export function auditGuardian(
  trx: Transaction<DB>,
  viewer: SignedIn,
  club: { id: string; name: string },
  action: string,
  params: Record<string, string>,
): Promise<void> {
  return recordAudit(trx, viewer, { action, target: { kind: 'club', id: club.id, name: club.name }, params });
}
