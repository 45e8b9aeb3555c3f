// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconArrowBackUp = icon('arrow-back-up', 'M9 14l-4 -4l4 -4M5 10h11a4 4 0 1 1 0 8h-1');
