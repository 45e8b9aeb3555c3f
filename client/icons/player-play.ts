// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconPlayerPlay = icon('player-play', 'M7 4v16l13 -8l-13 -8');
