import type { PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';

/**
 * Whether an audience is sent originals with their metadata, such as place, camera and names. Users with an account are;
 * visitors by a share link are sent a copy without it.
 */
export const getsMetadata = (audience: PhotoAudience): boolean =>
  audience === 'editors' || audience === 'readers' || audience.link === undefined;
