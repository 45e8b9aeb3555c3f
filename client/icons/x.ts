// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconX = icon('x', 'M18 6l-12 12M6 6l12 12');
