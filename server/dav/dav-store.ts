import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';

/** Names from the root down, decoded; none: the root itself. */
export type DavPath = readonly string[];

export interface DavResource {
  path: DavPath;
  isFolder: boolean;
  bytes: number;
  /** Without quotes; changes with the bytes. */
  etag: string;
  mime: string;
  createdAt: Date;
  modifiedAt: Date;
}

/** A property that clients made up: `name` is its namespace and local name as `{namespace}name`, `xml` what it holds. */
export interface DeadProperty {
  name: string;
  xml: string;
}

export interface IncomingBody {
  stream: Readable;
  /** Undefined: it comes in chunks and says no length. */
  length: number | undefined;
  /** The file must not change: taken are only the bytes that lie there already. */
  onlySame: boolean;
}

/** What the protocol needs of a place where files are put. Refusals are thrown as DavRefusal. */
export interface DavStore {
  find(path: DavPath): Promise<DavResource | undefined>;
  /** What lies in a folder that there is. */
  list(path: DavPath): Promise<DavResource[]>;
  /** Answers GET and HEAD, conditions and ranges included. */
  send(req: Request, res: Response, resource: DavResource): Promise<void>;
  /** @returns the tag of what lies there now */
  put(path: DavPath, body: IncomingBody): Promise<{ created: boolean; etag: string }>;
  /** Makes an empty file where there is none, for a lock. */
  hold(path: DavPath): Promise<void>;
  makeFolder(path: DavPath): Promise<void>;
  remove(path: DavPath): Promise<void>;
  /** What lies at the destination is replaced. */
  move(from: DavPath, to: DavPath): Promise<void>;
  copy(from: DavPath, to: DavPath, depth: 'only' | 'all'): Promise<void>;
  deadProperties(path: DavPath): Promise<DeadProperty[]>;
  /** @returns false where a property cannot be kept */
  mayKeep(name: string): boolean;
  setProperties(path: DavPath, set: DeadProperty[], removed: string[]): Promise<void>;
  /** In bytes; undefined: not known. */
  quota(path: DavPath): Promise<{ used: number; available: number } | undefined>;
}

/** A refusal in the words of HTTP. @property condition the element of RFC 4918 that says more */
export class DavRefusal extends Error {
  override name = 'DavRefusal';
  readonly status: number;
  readonly condition: string | undefined;

  constructor(status: number, condition?: string) {
    super(`${status}${condition ? ` ${condition}` : ''}`);
    this.status = status;
    this.condition = condition;
  }
}
