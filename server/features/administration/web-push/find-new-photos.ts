import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { newPhotosUntil } from '#server/features/administration/mail/digest-photos.repository.ts';
import type { MailReader } from '#server/features/administration/mail/mail-recipients.repository.ts';
import { listFamilyWithReferences } from '#server/features/faces/my-photos/family-with-references.repository.ts';
import { listAddedPhotos } from '#server/features/faces/my-photos/found-photos.repository.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { findSeenUntil } from '#server/features/faces/my-photos/seen-photos.repository.ts';
import { listSettledGalleries, listToldGalleries } from './web-push-evenings.repository.ts';

type NewPhotosOfFamily = { photos: number; until: Date; galleryIds: string[] };

/**
 * Photos of an account's family that it was not told of and has not seen: as *My photos* finds them in its own galleries now, of those
 * who agreed to be found.
 * @param told since when the account is told at all
 */
export async function findNewPhotos(
  ctx: Needs<'db' | 'clock' | 'engine'>,
  reader: MailReader,
  { day, told }: { day: string; told: Date },
): Promise<NewPhotosOfFamily> {
  const now = ctx.clock.now();
  const today = ctx.clock.today();
  const until = newPhotosUntil(now);
  const thresholds = await searchThresholdsInForce(ctx);
  const search = { viewer: reader, thresholds, today, scope: 'own' as const };
  const family = await listFamilyWithReferences(ctx.db, reader, today, thresholds.recogniser);
  const since = new Date(Math.max(told.getTime(), now.getTime() - lifetimes.pushEveningKeptMs));
  const added = new Map<string, { gallery_id: string; created_at: Date }>();
  for (const { id } of family.filter(({ find }) => find === 'yes')) {
    const seen = await findSeenUntil(ctx.db, reader.id, id);
    const unseen = await listAddedPhotos(ctx.db, search, id, seen && seen > since ? seen : since);
    for (const photo of unseen) added.set(photo.id, photo);
  }
  const toldOf = await listToldGalleries(ctx.db, { userId: reader.id, day });
  const ids = [...new Set([...added.values()].map(({ gallery_id }) => gallery_id))];
  const settled = await listSettledGalleries(ctx.db, ids, { userId: reader.id, until });
  const fresh = [...added.values()].filter(
    ({ gallery_id, created_at }) =>
      settled.has(gallery_id) && created_at > (toldOf.get(gallery_id) ?? new Date(0)),
  );
  return {
    photos: fresh.length,
    until,
    galleryIds: [...new Set(fresh.map(({ gallery_id }) => gallery_id))],
  };
}
