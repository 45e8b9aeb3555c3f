// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconChevronUp = icon('chevron-up', 'M6 15l6 -6l6 6');
