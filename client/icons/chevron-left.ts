// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconChevronLeft = icon('chevron-left', 'M15 6l-6 6l6 6');
