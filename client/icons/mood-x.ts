// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconMoodX = icon(
  'mood-x',
  'M20.983 12.556a9 9 0 1 0 -8.433 8.427M9 10h.01M15 10h.01M9.5 15c.658 .64 1.56 1 2.5 1c.194 0 .386 -.015 .574 -.045M21.5 21.5l-5 -5M16.5 21.5l5 -5',
);
