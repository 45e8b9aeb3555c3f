import { galleriesWanted } from '#client/features/galleries/api/list-galleries.ts';
import type { Utils } from '#client/lib/trpc.ts';

/** The redirect target for the galleries of an event: the only gallery, or the filtered list. */
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
    // The list repeats the query and shows the error.
    return list;
  }
}
