import type { PhotoAudience } from './photo-visibility.sql.ts';

/**
 * Whether an audience is sent originals with their metadata, such as place, camera and names: users with an account are,
 * visitors by a share link get a copy without it.
 */
export const getsMetadata = (audience: PhotoAudience): boolean =>
  audience === 'editors' || audience === 'readers' || audience.link === undefined;
