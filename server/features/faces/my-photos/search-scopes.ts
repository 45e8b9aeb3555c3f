import type { Needs } from '#server/app-context.ts';
import type { SearchScope } from '#server/contract/schemas/my-photos.ts';

declare module '#server/app-context.ts' {
  interface AppContext {
    /** Whether public galleries of other clubs are searched, too. */
    searchesPublicGalleries: boolean;
  }
}

/** How many public galleries of other clubs are searched, newest first. */
export const PUBLIC_GALLERIES = 500;

export const searchScopes = ({ searchesPublicGalleries }: Needs<'searchesPublicGalleries'>): SearchScope[] =>
  searchesPublicGalleries ? ['own', 'public'] : ['own'];
