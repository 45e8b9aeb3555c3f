import type { Bus } from '#server/live/bus.ts';

/** Has open pages of galleries ask again how many photos of guests wait; `galleryIds` may hold one several times. */
export function tellOfGuestPhotos(bus: Bus, galleryIds: readonly string[]): void {
  for (const id of new Set(galleryIds)) bus.publish({ topic: `gallery:${id}`, kind: 'guest_photos' });
}
