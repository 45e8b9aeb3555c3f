import type { Request } from 'express';
import { decodeName } from '#server/features/galleries/deliveries/readable-name.ts';
import { type DavPath, DavRefusal } from './dav-store.ts';

/** The path of a request below the address of the door. A slash at its end says nothing: clients add it to files too. */
export const pathOf = (req: Request): DavPath => decodePath(req.path);

/** Host and scheme are left aside: behind proxies they are others than those of the request. */
export function destinationOf(req: Request): DavPath {
  const header = req.get('destination');
  if (!header) throw new DavRefusal(400);
  const path = pathBelow(req, header);
  if (!path) throw new DavRefusal(502);
  return path;
}

/** The path that an address names below this door; undefined: it is elsewhere. */
export function pathBelow(req: Request, address: string): DavPath | undefined {
  const base = 'http://same';
  if (!URL.canParse(address, base)) return undefined;
  const { pathname } = new URL(address, base);
  if (pathname !== req.baseUrl && !pathname.startsWith(`${req.baseUrl}/`)) return undefined;
  return decodePath(pathname.slice(req.baseUrl.length));
}

function decodePath(path: string): DavPath {
  // Half an escape.
  if (/%(?![0-9a-f]{2})/i.test(path)) throw new DavRefusal(400);
  const names = path
    .split('/')
    .filter(Boolean)
    .map((name) => decodeName(bytesOf(name)).normalize('NFC'));
  if (names.some((name) => name === '.' || name === '..' || /[/\p{Cc}]/u.test(name)))
    throw new DavRefusal(400);
  return names;
}

/** rclone sends names of a disk as they are, also where they are no UTF-8. */
const bytesOf = (name: string) =>
  Buffer.from(
    name.replace(/%(..)/g, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

export const hrefOf = (req: Request, path: DavPath, isFolder: boolean): string =>
  [req.baseUrl, ...path.map(encodeName)].join('/') + (isFolder ? '/' : '');

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const isSame = (a: DavPath, b: DavPath): boolean => a.length === b.length && isWithin(a, b);
/** Whether a path is another or lies below it. */
export const isWithin = (path: DavPath, folder: DavPath): boolean =>
  folder.length <= path.length && folder.every((name, at) => name === path[at]);
