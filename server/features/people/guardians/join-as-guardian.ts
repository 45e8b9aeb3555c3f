import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { JoinedGuardian } from '#server/contract/invitations.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import { insertGuardianship } from './ask-guardian.ts';
import { insertClaim } from './claim-guardianship.ts';
import { guardianJoined, peopleOfClub } from './guardianship-notices.ts';
import { lockGuardianships, lockMinor, requireNoCircle } from './guardianship-rules.ts';

type Invited = { personId: string; userId: string; mayConfirm: boolean; invitedAt: Date };
export type Joined = { guardian: JoinedGuardian | null; notified: string[] };

/**
 * The member whom an invitation for a child's guardian has just let in is the guardian, where the invitation may confirm that and
 * nobody has spoken for the child; else the club decides. What the rules refuse keeps nobody from joining.
 */
export async function joinAsGuardian(
  trx: Transaction<DB>,
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  club: { id: string; name: string },
  { personId, userId, mayConfirm, invitedAt }: Invited,
): Promise<Joined> {
  const child = await lockChild(trx, ctx, club.id, personId, userId);
  if (!child) return { guardian: null, notified: [] };
  const user_name = await nameOf(trx, userId);
  if (mayConfirm && (await isUnspokenFor(trx, personId, userId, invitedAt))) {
    const confirmed = { state: 'confirmed', decided_by: userId, by_invitation: true } as const;
    await insertGuardianship(trx, ctx, club, { personId, userId, ...confirmed });
    const deciders = (await listRequestDeciders(trx, club.id)).filter((id) => id !== userId);
    await notify(ctx, trx, deciders, [guardianJoined(club, child, user_name)]);
    const settled = await settleNotifications(ctx, trx, ['guardian_missing'], {
      href: peopleOfClub(club.id),
    });
    return { guardian: 'confirmed', notified: [...deciders, ...settled] };
  }
  if (await hasClaimed(trx, personId, userId)) return { guardian: 'claimed', notified: [] };
  const { notified } = await insertClaim(ctx, trx, club, {
    ...{ user_id: userId, user_name, relation: 'child', name: child.name, born_on: null },
    club_person_id: personId,
  });
  return { guardian: 'claimed', notified };
}

/** Undefined where the rules refuse this guardian, or they are one already. */
async function lockChild(
  trx: Transaction<DB>,
  { clock }: Needs<'clock'>,
  clubId: string,
  personId: string,
  userId: string,
): Promise<{ id: string; name: string } | undefined> {
  await lockGuardianships(trx);
  try {
    const child = await lockMinor(trx, clubId, personId, clock.today());
    await requireNoCircle(trx, child.user_id, [userId]);
    const live = await trx
      .selectFrom('guardianship')
      .select('id')
      .where('club_person_id', '=', personId)
      .where('user_id', '=', userId)
      .where('state', '<>', 'ended')
      .executeTakeFirst();
    return live ? undefined : child;
  } catch (error) {
    // The rules refuse before anything is written, so that the transaction goes on.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The child has no guardian, no answer and no paper, and the account did not stop being the guardian after it was invited: what was
 * given before does not bring that back.
 */
async function isUnspokenFor(
  db: Kysely<DB>,
  personId: string,
  userId: string,
  invitedAt: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_unspoken_for: boolean }>`
    select not exists (select from consent where club_person_id = ${personId}::uuid)
      and not exists (select from guardianship g where g.club_person_id = ${personId}::uuid
        and (g.state <> 'ended' or g.user_id = ${userId}::uuid and g.ended_at > ${invitedAt}::timestamptz))
      as is_unspoken_for`.execute(db);
  return rows[0]!.is_unspoken_for;
}

async function hasClaimed(trx: Transaction<DB>, personId: string, userId: string): Promise<boolean> {
  const claim = await trx
    .selectFrom('guardian_claim')
    .select('id')
    .where('club_person_id', '=', personId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return claim !== undefined;
}

async function nameOf(trx: Transaction<DB>, userId: string): Promise<string> {
  const { name } = await trx
    .selectFrom('app_user')
    .select(userNameOf('app_user').as('name'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name ?? '';
}
