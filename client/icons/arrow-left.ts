// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconArrowLeft = icon('arrow-left', 'M5 12l14 0M5 12l6 6M5 12l6 -6');
