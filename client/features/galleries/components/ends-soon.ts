import type { Gallery } from '#server/contract/schemas/galleries.ts';

const NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether the last day of a gallery is known and at most thirty days away. */
export const endsSoon = (gallery: Gallery): gallery is Gallery & { kept_until: string } =>
  gallery.kept_until !== null && Date.parse(gallery.kept_until) - Date.now() <= NOTICE_MS;
