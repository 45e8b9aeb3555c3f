import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { destinationOf, hrefOf, isSame, isWithin, pathOf } from './dav-paths.ts';
import { type DavPath, DavRefusal, type DavStore, type IncomingBody } from './dav-store.ts';
import { childOf, DAV, escapeXml, isDav, nameOf, readXml, XML_HEAD, XML_TYPE } from './dav-xml.ts';
import { parseIf, requireIf, submittedTokens } from './if-header.ts';
import {
  type DavLock,
  LOCK_HOLDS_MS,
  type LockTable,
  locksOn,
  requireLockable,
  requireUnlocked,
} from './locks.ts';
import { lockDiscovery, propertyOutcome, propfind } from './propfind.ts';

const ALLOWED = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK';

interface Exchange {
  req: Request;
  res: Response;
  store: DavStore;
  table: LockTable;
  locks: DavLock[];
  /** Of locks that the client knows. */
  tokens: ReadonlySet<string>;
  path: DavPath;
}

/** WebDAV, classes 1 and 2 (RFC 4918), over a store. What is refused is thrown as DavRefusal, or as the store throws. */
export async function answerDav(
  req: Request,
  res: Response,
  { store, locks: table }: { store: DavStore; locks: LockTable },
): Promise<void> {
  const method = methods[req.method];
  if (!method) {
    res.set('Allow', ALLOWED);
    throw new DavRefusal(405);
  }
  const locks = await table.list();
  const lists = parseIf(req);
  await requireIf(lists, async (path) => {
    const resource = await store.find(path);
    return {
      etag: resource && !resource.isFolder ? `"${resource.etag}"` : null,
      tokens: locksOn(locks, path).map(({ token }) => token),
    };
  });
  await method({ req, res, store, table, locks, tokens: submittedTokens(lists), path: pathOf(req) });
}

const methods: Record<string, (exchange: Exchange) => Promise<void>> = {
  async OPTIONS({ res }) {
    res.set({ DAV: '1, 2', 'MS-Author-Via': 'DAV', Allow: ALLOWED }).status(200).end();
  },
  GET: send,
  HEAD: send,
  PROPFIND: ({ req, res, store, locks }) => propfind(req, res, store, locks),
  PROPPATCH: proppatch,
  PUT: put,
  MKCOL: makeFolder,
  DELETE: remove,
  MOVE: (exchange) => relocate(exchange, 'move'),
  COPY: (exchange) => relocate(exchange, 'copy'),
  LOCK: lock,
  UNLOCK: unlock,
};

async function send({ req, res, store, path }: Exchange): Promise<void> {
  const resource = await store.find(path);
  if (!resource) throw new DavRefusal(404);
  if (resource.isFolder) throw new DavRefusal(405);
  await store.send(req, res, resource);
}

async function put({ req, res, store, locks, tokens, path }: Exchange): Promise<void> {
  // RFC 9110, 14.4: a part of a file is not the file.
  if (req.get('content-range') !== undefined) throw new DavRefusal(400);
  const there = await store.find(path);
  if (there?.isFolder) throw new DavRefusal(405);
  if (!there) await requireParent(store, path);
  requireUnlocked(locks, path, there ? 'bytes' : 'name', tokens);
  const length = req.get('content-length');
  const body: IncomingBody = {
    stream: req,
    length: length === undefined ? undefined : Number(length),
    onlySame: !conditionHolds(req, there?.etag),
  };
  const { created, etag } = await store.put(path, body);
  res
    .status(created ? 201 : 204)
    .set('ETag', `"${etag}"`)
    .end();
}

/** If-Match and If-None-Match (RFC 9110, 13.1). A client whose answer was lost repeats both with what was true before. */
function conditionHolds(req: Request, etag: string | undefined): boolean {
  const names = (header: string) =>
    header.trim() === '*' ? etag !== undefined : etag !== undefined && header.includes(`"${etag}"`);
  const [match, noneMatch] = [req.get('if-match'), req.get('if-none-match')];
  return (match === undefined || names(match)) && (noneMatch === undefined || !names(noneMatch));
}

async function makeFolder({ req, res, store, locks, tokens, path }: Exchange): Promise<void> {
  // MKCOL with a body means something else (RFC 4918, 9.3).
  if (Number(req.get('content-length') ?? 0) > 0 || req.get('transfer-encoding')) throw new DavRefusal(415);
  if (await store.find(path)) throw new DavRefusal(405);
  await requireParent(store, path);
  requireUnlocked(locks, path, 'name', tokens);
  await store.makeFolder(path);
  res.status(201).end();
}

async function requireParent(store: DavStore, path: DavPath): Promise<void> {
  const parent = await store.find(path.slice(0, -1));
  if (!parent?.isFolder) throw new DavRefusal(409);
}

async function remove({ req, res, store, table, locks, tokens, path }: Exchange): Promise<void> {
  // A fragment names a part, which nobody can delete.
  if (req.originalUrl.includes('#')) throw new DavRefusal(400);
  requireUnlocked(locks, path, 'tree', tokens);
  await store.remove(path);
  await forgetLocks(table, locks, path);
  res.status(204).end();
}

const forgetLocks = (table: LockTable, locks: readonly DavLock[], path: DavPath) =>
  table.remove(locks.filter((each) => isWithin(each.path, path)).map(({ token }) => token));

async function relocate({ req, res, store, table, locks, tokens, path }: Exchange, how: 'move' | 'copy') {
  const to = destinationOf(req);
  const depth = (req.get('depth') ?? 'infinity').toLowerCase();
  if (!(depth === 'infinity' || (depth === '0' && how === 'copy'))) throw new DavRefusal(400);
  const from = await store.find(path);
  if (!from) throw new DavRefusal(404);
  if (isSame(path, to) || (from.isFolder && isWithin(to, path))) throw new DavRefusal(403);
  const there = await store.find(to);
  if (there && (req.get('overwrite') ?? 'T').toUpperCase() === 'F') throw new DavRefusal(412);
  await requireParent(store, to);
  if (how === 'move') requireUnlocked(locks, path, 'tree', tokens);
  requireUnlocked(locks, to, there ? 'tree' : 'name', tokens);
  if (how === 'move') await store.move(path, to);
  else await store.copy(path, to, depth === '0' ? 'only' : 'all');
  // Locks do not travel (RFC 4918, 7.7); those of the destination's own stay.
  if (how === 'move') await forgetLocks(table, locks, path);
  res.status(there ? 204 : 201).end();
}

async function proppatch({ req, res, store, locks, tokens, path }: Exchange): Promise<void> {
  const body = await readXml(req);
  const resource = await store.find(path);
  if (!resource) throw new DavRefusal(404);
  requireUnlocked(locks, path, 'bytes', tokens);
  if (!body || !isDav(body, 'propertyupdate')) throw new DavRefusal(400);
  const changes = body.children.flatMap((change) => {
    const isRemoval = isDav(change, 'remove');
    if (!isRemoval && !isDav(change, 'set')) return [];
    return (childOf(change, 'prop')?.children ?? []).map((property) => ({ property, isRemoval }));
  });
  const names = changes.map(({ property }) => nameOf(property));
  const refused = names.filter((name) => !store.mayKeep(name));
  if (refused.length === 0) {
    // In the order of the body: what is set and removed again is gone.
    for (const { property, isRemoval } of changes) {
      const name = nameOf(property);
      if (isRemoval) await store.setProperties(resource.path, [], [name]);
      else await store.setProperties(resource.path, [{ name, xml: property.inner }], []);
    }
  }
  const others = names.filter((name) => !refused.includes(name));
  const outcome: [string, string[]][] =
    refused.length === 0
      ? [['200 OK', names]]
      : [
          ['403 Forbidden', refused],
          ['424 Failed Dependency', others],
        ];
  res
    .status(207)
    .type(XML_TYPE)
    .send(propertyOutcome(hrefOf(req, resource.path, resource.isFolder), outcome));
}

async function lock({ req, res, store, table, locks, tokens, path }: Exchange): Promise<void> {
  const body = await readXml(req);
  const endsAt = new Date(Date.now() + LOCK_HOLDS_MS);
  if (!body) {
    const held = locksOn(locks, path).find(({ token }) => tokens.has(token));
    if (!held) throw new DavRefusal(412, 'lock-token-matches-request-uri');
    await table.setEnd(held.token, endsAt);
    return answerLock(res, 200, { ...held, endsAt });
  }
  const scope = isDav(body, 'lockinfo') ? childOf(body, 'lockscope') : undefined;
  const type = childOf(body, 'locktype');
  if (!scope || !type || !childOf(type, 'write')) throw new DavRefusal(400);
  const depth = (req.get('depth') ?? 'infinity').toLowerCase();
  if (depth !== '0' && depth !== 'infinity') throw new DavRefusal(400);
  const wanted: DavLock = {
    token: `urn:uuid:${randomUUID()}`,
    path,
    isDeep: depth === 'infinity',
    isShared: childOf(scope, 'shared') !== undefined,
    owner: childOf(body, 'owner')?.inner ?? '',
    endsAt,
  };
  const there = await store.find(path);
  if (!there) await requireParent(store, path);
  requireLockable(locks, wanted);
  if (!there) {
    requireUnlocked(locks, path, 'name', tokens);
    await store.hold(path);
  }
  await table.insert(wanted);
  res.set('Lock-Token', `<${wanted.token}>`);
  answerLock(res, there ? 200 : 201, wanted);
}

const answerLock = (res: Response, status: 200 | 201, held: DavLock): void => {
  const discovery = `<D:lockdiscovery>${lockDiscovery([held])}</D:lockdiscovery>`;
  res.status(status).type(XML_TYPE).send(`${XML_HEAD}<D:prop xmlns:D="${DAV}">${discovery}</D:prop>\n`);
};

async function unlock({ req, res, table, locks, path }: Exchange): Promise<void> {
  const token = /^<(.*)>$/.exec(req.get('lock-token')?.trim() ?? '')?.[1];
  if (!token) throw new DavRefusal(400);
  const held = locksOn(locks, path).find((each) => each.token === token);
  if (!held) throw new DavRefusal(409, 'lock-token-matches-request-uri');
  await table.remove([token]);
  res.status(204).end();
}

/** The answer to a refusal; its condition stands in the body (RFC 4918, 16). */
export function answerRefusal(res: Response, { status, condition }: DavRefusal): void {
  res.status(status);
  if (condition === undefined) res.end();
  else
    res.type(XML_TYPE).send(`${XML_HEAD}<D:error xmlns:D="${DAV}"><D:${escapeXml(condition)}/></D:error>\n`);
}
