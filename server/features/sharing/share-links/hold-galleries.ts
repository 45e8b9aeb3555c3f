import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';

/** In one order, so that nobody waits for another who waits for them. */
export async function holdGalleries(trx: Transaction<DB>, ids: Iterable<string>): Promise<void> {
  for (const id of [...ids].sort()) await holdGallery(trx, id);
}
