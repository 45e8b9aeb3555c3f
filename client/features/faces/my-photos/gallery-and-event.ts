import { isolate } from '#client/lib/isolate.ts';

/** Where a photo is from: the gallery and its event, once where both have the same name. */
export const galleryAndEvent = (source: { gallery_name: string; event_name: string }): string =>
  [...new Set([source.gallery_name, source.event_name])].map(isolate).join(' · ');
