import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** Gallery, storage key and file name of a photo. */
export async function findPhotoFile(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'gallery_id', 'filename', 'mime', 'original_key', 'rendition_version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function photoExists(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
