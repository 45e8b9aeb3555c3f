import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { type KnownPerson, toIdentity } from './people-index.ts';

/**
 * The people of a club: its members, with the invitation they came by, and its open invitations for one person. Nothing
 * else is compared with a list, so that an import says nothing about accounts outside the club.
 */
export async function listKnownPeople(
  db: Kysely<DB> | Transaction<DB>,
  clubId: string,
  now: Date,
): Promise<KnownPerson[]> {
  const members = await db
    .selectFrom('club_membership')
    .innerJoin('app_user', 'app_user.id', 'club_membership.user_id')
    .select(['app_user.id', 'app_user.first_name', 'app_user.last_name', 'app_user.email'])
    .where('club_membership.club_id', '=', clubId)
    .where('club_membership.status', '=', 'approved')
    .orderBy('app_user.id')
    .execute();
  const invitations = await db
    .selectFrom('invitation')
    .leftJoin('invitation_acceptance', 'invitation_acceptance.invitation_id', 'invitation.id')
    .select([
      'invitation.first_name',
      'invitation.last_name',
      'invitation.email',
      'invitation_acceptance.user_id',
    ])
    .where('invitation.club_id', '=', clubId)
    .where('invitation.max_uses', '=', 1)
    .where('invitation.guardian_of', 'is', null)
    .where(
      sql<boolean>`(invitation_acceptance.user_id is not null
        or (invitation.revoked_at is null and invitation.expires_at > ${now}))`,
    )
    .orderBy('invitation.id')
    .execute();
  const byId = new Map(members.map((member) => [member.id, [toIdentity(member)]]));
  const open: KnownPerson[] = [];
  for (const { user_id, ...invitation } of invitations) {
    // Somebody who has left the club since is no longer known by the invitation.
    if (user_id) byId.get(user_id)?.push(toIdentity(invitation));
    else open.push({ kind: 'invitation', identities: [toIdentity(invitation)] });
  }
  return [...[...byId.values()].map((identities) => ({ kind: 'member' as const, identities })), ...open];
}
