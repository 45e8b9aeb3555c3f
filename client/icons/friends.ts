// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconFriends = icon(
  'friends',
  'M5 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 22v-5l-1 -1v-4a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4l-1 1v5M15 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M15 22v-4h-2l2 -6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1l2 6h-2v4',
);
