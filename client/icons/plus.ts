// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconPlus = icon('plus', 'M12 5l0 14M5 12l14 0');
