import { fileOperations } from './file-routes.openapi.ts';
import { routes } from './procedure-route-table.ts';

/** Pages of the client whose address holds a secret; all others carry theirs behind the #, which stays in the browser. */
const pages = ['/gallery/shared/{token}'];

/** Parameters of paths that are the key to what they name. */
const SECRET = /([^/]+)\/\{(?:token|file)\}/g;

/** What stands before a secret in the paths of all routes, in small letters: `shared`, `calendar`. */
export const secretPathSegments: ReadonlySet<string> = new Set(
  [...pages, ...[...routes, ...fileOperations].map(({ path }) => path)].flatMap((path) =>
    [...path.matchAll(SECRET)].map(([, before = '']) => before.toLowerCase()),
  ),
);
