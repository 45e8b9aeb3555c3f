import { galleriesInput, galleriesQuery } from '#client/features/galleries/galleries/api/list-galleries.ts';
import type { RouterContext } from './route-prefetch.ts';

/** The redirect target for the galleries of an event: the only gallery, or the filtered list. */
export async function eventGalleriesTarget({ utils, queries }: RouterContext, eventId: string) {
  const search = { event: eventId };
  const list = { to: '/gallery', search } as const;
  try {
    const { galleries, total } = await queries.fetchQuery(galleriesQuery(utils, galleriesInput(search)));
    const [only] = galleries;
    return only && total === 1
      ? ({ to: '/gallery/$galleryId', params: { galleryId: only.id } } as const)
      : list;
  } catch {
    // The list repeats the query and shows the error.
    return list;
  }
}
