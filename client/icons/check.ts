// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconCheck = icon('check', 'M5 12l5 5l10 -10');
