import type { Needs } from '#server/app-context.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { listActiveClubAdminIds } from './members.repository.ts';

/** The open pages of those who manage a club ask anew who is in it and who was invited. Called after the commit. */
export async function publishMembersChanged({ db, bus }: Needs<'db' | 'bus'>, clubId: string): Promise<void> {
  const managers = [...(await listActiveClubAdminIds(db, clubId)), ...(await listActiveAdminIds(db))];
  for (const id of new Set(managers)) bus.publish({ topic: `user:${id}`, kind: 'members' });
}
