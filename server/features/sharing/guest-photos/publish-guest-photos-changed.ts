import type { Bus } from '#server/live/bus.ts';

/** Tells open galleries that the photos of guests that wait have changed; `galleryIds` may name one several times. */
export function publishGuestPhotosChanged(bus: Bus, galleryIds: readonly string[]): void {
  for (const id of new Set(galleryIds)) bus.publish({ topic: `gallery:${id}`, kind: 'guest_photos' });
}
