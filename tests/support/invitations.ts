import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { type Actor, testPassword } from './actors.ts';
import type { TestApp } from './test-app.ts';

/** Invites to a club as its administrator does. */
export async function invite(as: Actor, clubId: string, wanted: object = {}): Promise<Invitation> {
  const { status, body } = await as.call<Invitation>('POST', `/clubs/${clubId}/invitations`, wanted);
  if (status !== 201) throw new Error(`No invitation: ${status} ${body.code}`);
  return body.data;
}

/** The token in the link of an invitation. */
export function tokenOf({ url }: { url: string | null }): string {
  const [, token] = url?.split('#') ?? [];
  if (!token) throw new Error('The invitation has no link');
  return token;
}

let serial = 0;
/** What a new account sends. */
export function newAccount(name = 'parent') {
  serial += 1;
  const username = `${name}-new-${serial}`;
  return { username, email: `${username}@example.org`, password: testPassword, first_name: 'New' };
}

export const membershipOf = (app: TestApp, clubId: string, userId: string) =>
  app.ctx.db
    .selectFrom('club_membership')
    .selectAll()
    .where('club_id', '=', clubId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const rolesOf = async (app: TestApp, userId: string) =>
  app.ctx.db
    .selectFrom('role_assignment')
    .select(['role_name', 'club_id'])
    .where('user_id', '=', userId)
    .orderBy('role_name')
    .execute();
