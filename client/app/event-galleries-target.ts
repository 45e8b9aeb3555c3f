import { galleriesWanted } from '#client/features/galleries/api/list-galleries.ts';
import type { Utils } from '#client/lib/trpc.ts';

/** Where the galleries of an event are looked at: in the gallery itself where there is one, else in the filtered list. */
export async function eventGalleriesTarget(utils: Utils, eventId: string) {
  const search = { event: eventId };
  const list = { to: '/gallery', search } as const;
  try {
    const { galleries, total } = await utils.galleries.list.fetch(galleriesWanted(search));
    const [only] = galleries;
    return only && total === 1
      ? ({ to: '/gallery/$galleryId', params: { galleryId: only.id } } as const)
      : list;
  } catch {
    // The list asks again and says why it failed.
    return list;
  }
}
