import { textParams } from '#client/lib/search-params.ts';

/**
 * Filters are search params as plain text, so that they survive a reload, a bookmark and the back button. `new` opens the
 * dialog that creates one.
 */
export const searchParams = {
  signIn: textParams('from', 'password'),
  notifications: textParams('show', 'page'),
  clubs: textParams('q', 'mine', 'new'),
  myClubs: textParams('q'),
  manageClub: textParams('tab', 'q', 'status', 'consent', 'left', 'page'),
  importMembers: textParams('only', 'state', 'page'),
  events: textParams('q', 'club', 'status', 'mine', 'page', 'new'),
  manageEvent: textParams('tab'),
  users: textParams('q', 'role', 'size', 'page'),
  galleries: textParams('q', 'event', 'club', 'photographer', 'mine', 'page'),
  createGallery: textParams('event'),
  gallery: textParams('person', 'photo', 'upload', 'check', 'share', 'order', 'q'),
  sharedGallery: textParams('person', 'photo'),
  myPhotos: textParams('tab', 'photo', 'whose', 'claim'),
  admin: textParams('q', 'page'),
};

/** The search params as a query string; empty ones are left out. */
export function plainQuery(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString();
  return query && `?${query}`;
}

/** Links to other pages of a list are prefetched; links to other filters are not. */
export const byPage = ({ search }: { search: { page?: string | undefined } }) => ({ page: search.page });
