import { latestLastDayToNotify } from '#server/contract/expiry-notices.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Whether the last day of a gallery is known and so near that its readers are told. */
export const expiresSoon = (gallery: Gallery, today: string): gallery is Gallery & { kept_until: string } =>
  gallery.kept_until !== null && gallery.kept_until <= latestLastDayToNotify(today);
