import type { PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';

/**
 * Whether an audience is sent originals as they came, with place, camera, keywords and names. Editors are; all others are sent a copy
 * that says no more than author and time.
 */
export const getsMetadata = (audience: PhotoAudience): boolean => audience === 'editors';
