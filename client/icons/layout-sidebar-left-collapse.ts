// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).
import { icon } from './icon.tsx';

export const IconLayoutSidebarLeftCollapse = icon(
  'layout-sidebar-left-collapse',
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M9 4v16M15 10l-2 2l2 2',
);
