import type { Request } from 'express';
import { pathBelow, pathOf } from './dav-paths.ts';
import { type DavPath, DavRefusal } from './dav-store.ts';

interface Condition {
  isNegated: boolean;
  token?: string;
  etag?: string;
}
interface ConditionList {
  /** Undefined: an address that is not of this door, where nothing lies. */
  path: DavPath | undefined;
  conditions: Condition[];
}

/** Of a resource that a condition names. Null where nothing lies there. */
export type StateOf = (path: DavPath) => Promise<{ etag: string | null; tokens: readonly string[] }>;

/** The lists of the header If (RFC 4918, 10.4); of an address the path alone is compared. @throws DavRefusal 400 */
export function parseIf(req: Request): ConditionList[] {
  const header = req.get('if');
  if (header === undefined) return [];
  const lists: ConditionList[] = [];
  let path: DavPath | undefined = pathOf(req);
  let rest = header.trim();
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest);
    if (!match) return undefined;
    rest = rest.slice(match[0].length).trimStart();
    return match;
  };
  while (rest !== '') {
    const tag = take(/^<([^>]*)>/);
    if (tag) path = pathBelow(req, tag[1] ?? '');
    if (!take(/^\(/)) throw new DavRefusal(400);
    const conditions: Condition[] = [];
    while (!take(/^\)/)) {
      const isNegated = take(/^Not\b/i) !== undefined;
      const token = take(/^<([^>]*)>/)?.[1];
      const etag = token === undefined ? take(/^\[((?:W\/)?"[^"]*")\]/)?.[1] : undefined;
      if (token !== undefined) conditions.push({ isNegated, token });
      else if (etag !== undefined) conditions.push({ isNegated, etag });
      else throw new DavRefusal(400);
    }
    if (conditions.length === 0) throw new DavRefusal(400);
    lists.push({ path, conditions });
  }
  return lists;
}

/** All tokens that the client names: it knows these locks. */
export const submittedTokens = (lists: readonly ConditionList[]): ReadonlySet<string> =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap(({ token }) => token ?? [])));

/** @throws DavRefusal 412 where no list holds */
export async function requireIf(lists: readonly ConditionList[], stateOf: StateOf): Promise<void> {
  if (lists.length === 0) return;
  for (const { path, conditions } of lists) {
    const state = path ? await stateOf(path) : { etag: null, tokens: [] };
    const holds = ({ isNegated, token, etag }: Condition) =>
      (token === undefined ? etag === state.etag : state.tokens.includes(token)) !== isNegated;
    if (conditions.every(holds)) return;
  }
  throw new DavRefusal(412);
}
