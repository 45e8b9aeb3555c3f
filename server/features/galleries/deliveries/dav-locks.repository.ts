import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';

export type StoredLock = {
  token: string;
  path: string[];
  isDeep: boolean;
  isShared: boolean;
  owner: string;
  endsAt: Date;
};

/** The locks of a key: another key has other files. */
export async function listLocks(db: Kysely<DB>, keyId: string, now: Date): Promise<StoredLock[]> {
  const rows = await db
    .selectFrom('dav_lock')
    .selectAll()
    .where('api_key_id', '=', keyId)
    .where('ends_at', '>', now)
    .execute();
  return rows.map(({ token, path, is_deep, is_shared, owner, ends_at }) => ({
    token,
    path,
    isDeep: is_deep,
    isShared: is_shared,
    owner,
    endsAt: ends_at,
  }));
}

export const insertLock = (db: Kysely<DB>, keyId: string, lock: StoredLock) =>
  db
    .insertInto('dav_lock')
    .values({
      token: lock.token,
      api_key_id: keyId,
      path: lock.path,
      is_deep: lock.isDeep,
      is_shared: lock.isShared,
      owner: lock.owner,
      ends_at: lock.endsAt,
    })
    .execute();

export const setLockEnd = (db: Kysely<DB>, keyId: string, token: string, endsAt: Date) =>
  db
    .updateTable('dav_lock')
    .set({ ends_at: endsAt })
    .where('api_key_id', '=', keyId)
    .where('token', '=', token)
    .execute();

export async function removeLocks(db: Kysely<DB>, keyId: string, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await db
    .deleteFrom('dav_lock')
    .where('api_key_id', '=', keyId)
    .where('token', 'in', [...tokens])
    .execute();
}

export const removeEndedLocks = (db: Kysely<DB>, now: Date) =>
  db.deleteFrom('dav_lock').where('ends_at', '<=', now).execute();
