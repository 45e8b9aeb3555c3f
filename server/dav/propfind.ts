import type { Request, Response } from 'express';
import { hrefOf, pathOf } from './dav-paths.ts';
import { DavRefusal, type DavResource, type DavStore } from './dav-store.ts';
import {
  childOf,
  DAV,
  escapeXml,
  isDav,
  nameOf,
  readXml,
  writeProperty,
  XML_HEAD,
  XML_TYPE,
  type XmlElement,
} from './dav-xml.ts';
import { type DavLock, locksOn } from './locks.ts';

type Wanted = { kind: 'all'; included: string[] } | { kind: 'names' } | { kind: 'these'; names: string[] };

/** Without the quota: it costs a question, so it is answered to those who name it. */
const LIVE = [
  'resourcetype',
  'getcontentlength',
  'getlastmodified',
  'creationdate',
  'getetag',
  'getcontenttype',
  'displayname',
  'supportedlock',
  'lockdiscovery',
].map((name) => `{${DAV}}${name}`);
const USED = `{${DAV}}quota-used-bytes`;
const AVAILABLE = `{${DAV}}quota-available-bytes`;

export async function propfind(
  req: Request,
  res: Response,
  store: DavStore,
  locks: readonly DavLock[],
): Promise<void> {
  const wanted = wantedBy(await readXml(req));
  const depth = (req.get('depth') ?? 'infinity').toLowerCase();
  if (!['0', '1', 'infinity'].includes(depth)) throw new DavRefusal(400);
  const resource = await store.find(pathOf(req));
  if (!resource) throw new DavRefusal(404);
  if (depth === 'infinity' && resource.isFolder) throw new DavRefusal(403, 'propfind-finite-depth');
  const below = depth === '0' || !resource.isFolder ? [] : await store.list(resource.path);
  const asksQuota = wanted.kind === 'these' && wanted.names.some((name) => [USED, AVAILABLE].includes(name));
  const quota = asksQuota ? await store.quota(resource.path) : undefined;
  res.status(207).type(XML_TYPE);
  res.write(`${XML_HEAD}<D:multistatus xmlns:D="${DAV}">\n`);
  for (const each of [resource, ...below]) {
    const properties = new Map(liveProperties(each, locks));
    for (const { name, xml } of await store.deadProperties(each.path)) properties.set(name, xml);
    if (quota && each.isFolder) {
      properties.set(USED, String(quota.used));
      properties.set(AVAILABLE, String(quota.available));
    }
    res.write(responseOf(hrefOf(req, each.path, each.isFolder), choose(wanted, properties)));
  }
  res.end('</D:multistatus>\n');
}

/** No body asks for all. @throws DavRefusal 400 */
function wantedBy(body: XmlElement | undefined): Wanted {
  if (!body) return { kind: 'all', included: [] };
  if (!isDav(body, 'propfind')) throw new DavRefusal(400);
  const these = childOf(body, 'prop');
  if (these) return { kind: 'these', names: these.children.map(nameOf) };
  if (childOf(body, 'propname')) return { kind: 'names' };
  if (childOf(body, 'allprop'))
    return { kind: 'all', included: childOf(body, 'include')?.children.map(nameOf) ?? [] };
  throw new DavRefusal(400);
}

function liveProperties(resource: DavResource, locks: readonly DavLock[]): [string, string][] {
  const { isFolder, bytes, etag, mime, createdAt, modifiedAt, path } = resource;
  const entry = (scope: string) =>
    `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`;
  const all: Record<string, string | undefined> = {
    resourcetype: isFolder ? '<D:collection/>' : '',
    getcontentlength: isFolder ? undefined : String(bytes),
    getlastmodified: modifiedAt.toUTCString(),
    creationdate: createdAt.toISOString(),
    getetag: isFolder ? undefined : `"${etag}"`,
    getcontenttype: isFolder ? undefined : mime,
    displayname: escapeXml(path.at(-1) ?? 'Clublens'),
    supportedlock: entry('exclusive') + entry('shared'),
    lockdiscovery: lockDiscovery(locksOn(locks, path)),
  };
  return LIVE.flatMap((name) => {
    const value = all[name.slice(DAV.length + 2)];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
}

function choose(wanted: Wanted, properties: ReadonlyMap<string, string>): { found: string; missing: string } {
  const write = ([name, xml]: [string, string]) => writeProperty(name, xml);
  if (wanted.kind === 'names')
    return { found: [...properties.keys()].map((name) => writeProperty(name, '')).join(''), missing: '' };
  const names = wanted.kind === 'these' ? wanted.names : [...properties.keys(), ...wanted.included];
  const unique = [...new Set(names)];
  return {
    found: unique
      .flatMap((name) => (properties.has(name) ? [write([name, properties.get(name) ?? ''])] : []))
      .join(''),
    missing: unique.flatMap((name) => (properties.has(name) ? [] : [writeProperty(name, '')])).join(''),
  };
}

const propstat = (properties: string, status: string) =>
  `<D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;

function responseOf(href: string, { found, missing }: { found: string; missing: string }): string {
  const parts = [
    ...(found || !missing ? [propstat(found, '200 OK')] : []),
    ...(missing ? [propstat(missing, '404 Not Found')] : []),
  ];
  return `<D:response><D:href>${escapeXml(href)}</D:href>${parts.join('')}</D:response>\n`;
}

/** Writes what became of each property. */
export const propertyOutcome = (
  href: string,
  outcome: readonly [status: string, names: readonly string[]][],
): string =>
  `${XML_HEAD}<D:multistatus xmlns:D="${DAV}"><D:response><D:href>${escapeXml(href)}</D:href>${outcome
    .filter(([, names]) => names.length > 0)
    .map(([status, names]) => propstat(names.map((name) => writeProperty(name, '')).join(''), status))
    .join('')}</D:response></D:multistatus>\n`;

export function lockDiscovery(locks: readonly DavLock[], now = Date.now()): string {
  return locks
    .map(
      ({ token, isDeep, isShared, owner, endsAt }) =>
        `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${isShared ? 'shared' : 'exclusive'}/></D:lockscope>` +
        `<D:depth>${isDeep ? 'infinity' : '0'}</D:depth>${owner && `<D:owner>${owner}</D:owner>`}` +
        `<D:timeout>Second-${Math.max(1, Math.round((endsAt.getTime() - now) / 1000))}</D:timeout>` +
        `<D:locktoken><D:href>${escapeXml(token)}</D:href></D:locktoken></D:activelock>`,
    )
    .join('');
}
