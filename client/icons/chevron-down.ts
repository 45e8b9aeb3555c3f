// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconChevronDown = icon('chevron-down', 'M6 9l6 6l6 -6');
