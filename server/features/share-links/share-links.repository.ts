import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export function links(db: Executor) {
  return db
    .selectFrom('share_link')
    .select([
      'id',
      'gallery_id',
      'club_person_id',
      'created_by',
      'token',
      'name',
      'scope',
      'password_hash',
      'expires_at',
      'is_active',
      'allow_download',
      'show_people',
      'view_count',
      'download_count',
      'created_at',
    ]);
}
export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;

export async function listLinks(db: Executor, galleryId: string): Promise<LinkRow[]> {
  return links(db)
    .where('gallery_id', '=', galleryId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Increments a counter of the link in the database, so that parallel visits are all counted. */
export async function countVisit(
  db: Executor,
  linkId: string,
  what: 'view_count' | 'download_count',
): Promise<void> {
  await db
    .updateTable('share_link')
    .set((eb) => ({ [what]: eb(what, '+', 1) }))
    .where('id', '=', linkId)
    .execute();
}
