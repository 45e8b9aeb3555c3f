import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listActiveClubAdminIds } from '#server/features/clubs/members.repository.ts';
import { listEventClubIds } from '#server/features/events/events.repository.ts';
import { listActiveAdminIds } from '#server/features/users/users.repository.ts';
import { listAdditionalClubIds } from './check-gallery-input.ts';

type Owned = { created_by: string | null; photographer_id: string | null };

/** Creator and photographer of a gallery, as far as their accounts are active. */
export async function listActiveOwnerIds(
  trx: Transaction<DB>,
  { created_by, photographer_id }: Owned,
): Promise<string[]> {
  const owners = [created_by, photographer_id].filter((id) => id !== null);
  if (owners.length === 0) return [];
  const active = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', owners)
    .where('is_active', '=', true)
    .execute();
  return active.map(({ id }) => id);
}

/** The users notified of decisions that a gallery needs: its creator and photographer, else the global administrators. */
export async function listGalleryDeciders(trx: Transaction<DB>, gallery: Owned): Promise<string[]> {
  const owners = await listActiveOwnerIds(trx, gallery);
  return owners.length > 0 ? owners : listActiveAdminIds(trx);
}

/** Creator and photographer of a gallery and the administrators of its clubs; without any, the global ones. */
export async function listGalleryManagerIds(
  trx: Transaction<DB>,
  gallery: Owned & { id: string; event_id: string },
): Promise<string[]> {
  const managers = new Set(await listActiveOwnerIds(trx, gallery));
  const clubs = [
    ...(await listEventClubIds(trx, gallery.event_id)),
    ...(await listAdditionalClubIds(trx, gallery.id)),
  ];
  for (const club of new Set(clubs))
    for (const admin of await listActiveClubAdminIds(trx, club)) managers.add(admin);
  return managers.size > 0 ? [...managers] : listActiveAdminIds(trx);
}
