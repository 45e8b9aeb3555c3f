import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isWithin } from '#server/dav/dav-paths.ts';
import {
  type DavPath,
  DavRefusal,
  type DavResource,
  type DavStore,
  type DeadProperty,
} from '#server/dav/dav-store.ts';
import type { DavLock, LockTable } from '#server/dav/locks.ts';

type Node = {
  path: DavPath;
  content: Buffer | null;
  createdAt: Date;
  modifiedAt: Date;
  dead: Map<string, string>;
};

/** A store of whatever bytes, for the protocol alone. */
export function memoryStore(): DavStore {
  const nodes = new Map<string, Node>();
  const keyOf = (path: DavPath) => JSON.stringify(path);
  const make = (path: DavPath, content: Buffer | null): void => {
    const now = new Date();
    nodes.set(keyOf(path), { path, content, createdAt: now, modifiedAt: now, dead: new Map() });
  };
  make([], null);
  const below = (path: DavPath) => [...nodes.values()].filter((node) => isWithin(node.path, path));
  const resourceOf = ({ path, content, createdAt, modifiedAt }: Node): DavResource => ({
    path,
    isFolder: content === null,
    bytes: content?.length ?? 0,
    etag: createHash('sha256')
      .update(content ?? '')
      .digest('hex')
      .slice(0, 32),
    mime: 'application/octet-stream',
    createdAt,
    modifiedAt,
  });
  const get = (path: DavPath): Node => {
    const node = nodes.get(keyOf(path));
    if (!node) throw new DavRefusal(404);
    return node;
  };
  const removeAll = (path: DavPath) => {
    for (const node of below(path)) nodes.delete(keyOf(node.path));
  };
  const copyAll = (from: DavPath, to: DavPath, depth: 'only' | 'all') => {
    const copied = depth === 'all' ? below(from) : [get(from)];
    removeAll(to);
    for (const node of copied) {
      const path = [...to, ...node.path.slice(from.length)];
      nodes.set(keyOf(path), { ...node, path, dead: new Map(node.dead) });
    }
  };
  return {
    find: async (path) => {
      const node = nodes.get(keyOf(path));
      return node && resourceOf(node);
    },
    list: async (path) =>
      below(path)
        .filter((node) => node.path.length === path.length + 1)
        .map(resourceOf),
    async send(_req: Request, res: Response, resource) {
      res.type(resource.mime).set('ETag', `"${resource.etag}"`).send(get(resource.path).content);
    },
    async put(path, { stream, onlySame }) {
      const content = Buffer.concat(await stream.toArray());
      const before = nodes.get(keyOf(path));
      if (onlySame && !before?.content?.equals(content)) throw new DavRefusal(412);
      if (before) Object.assign(before, { content, modifiedAt: new Date() });
      else make(path, content);
      return { created: !before, etag: resourceOf(get(path)).etag };
    },
    hold: async (path) => make(path, Buffer.alloc(0)),
    makeFolder: async (path) => make(path, null),
    async remove(path) {
      get(path);
      removeAll(path);
    },
    async move(from, to) {
      copyAll(from, to, 'all');
      removeAll(from);
    },
    copy: async (from, to, depth) => copyAll(from, to, depth),
    deadProperties: async (path): Promise<DeadProperty[]> =>
      [...get(path).dead].map(([name, xml]) => ({ name, xml })),
    mayKeep: (name) => !name.startsWith('{DAV:}'),
    async setProperties(path, set, removed) {
      const { dead } = get(path);
      for (const { name, xml } of set) dead.set(name, xml);
      for (const name of removed) dead.delete(name);
    },
    quota: async () => undefined,
  };
}

export function memoryLocks(): LockTable {
  let locks: DavLock[] = [];
  return {
    list: async () => locks,
    insert: async (lock) => void locks.push(lock),
    setEnd: async (token, endsAt) => {
      locks = locks.map((lock) => (lock.token === token ? { ...lock, endsAt } : lock));
    },
    remove: async (tokens) => {
      locks = locks.filter(({ token }) => !tokens.includes(token));
    },
  };
}
