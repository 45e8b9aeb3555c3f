// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconChevronRight = icon('chevron-right', 'M9 6l6 6l-6 6');
