import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Photo } from '#server/contract/schemas/photos.ts';

/** A Clublens server somewhere, as a signed-in client sees it: what the load test and the fault tests drive. */
export type ApiClient = {
  userId: string;
  username: string;
  /** What it signs its calls with now. */
  token(): string;
  /** One REST call. @throws ApiRefusal when the answer is no success */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  upload(galleryId: string, bytes: Uint8Array, filename: string): Promise<Photo & { duplicate: boolean }>;
  /** Posts a file with fields. @throws ApiRefusal when the answer is no success */
  send<T>(path: string, bytes: Uint8Array, filename: string, fields?: Record<string, string>): Promise<T>;
  download(photoId: string, query?: string): Promise<Buffer>;
};

export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly status: number;

  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code}`);
    this.status = status;
  }
}

type Envelope<T> = { success: boolean; data: T; code?: string };

/** Signs in, and again whenever the session has run out. */
export async function signInTo(address: string, username: string, password: string): Promise<ApiClient> {
  const base = `${address.replace(/\/$/, '')}/api`;
  const signIn = async () => {
    const body = new URLSearchParams({ username, password });
    const answer = await read<{ access_token: string; user: { id: string; username: string } }>(
      'sign in',
      await fetch(`${base}/auth/login`, { method: 'POST', body }),
    );
    return { token: answer.access_token, user: answer.user };
  };
  let session = await signIn();
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const request = () =>
      fetch(`${base}${path}`, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${session.token}` },
      });
    const first = await request();
    if (first.status !== 401) return first;
    await first.body?.cancel();
    session = await signIn();
    return request();
  };
  return {
    userId: session.user.id,
    username: session.user.username,
    token: () => session.token,
    async call(method, path, body) {
      const init: RequestInit = { method };
      if (body !== undefined) {
        init.headers = { 'Content-Type': 'application/json' };
        init.body = JSON.stringify(body);
      }
      return read(`${method} ${path}`, await send(path, init));
    },
    async upload(galleryId, bytes, filename) {
      const body = formOf(bytes, filename, { gallery_id: galleryId });
      return read(`upload ${filename}`, await send('/photos/upload', { method: 'POST', body }));
    },
    async send(path, bytes, filename, fields = {}) {
      const body = formOf(bytes, filename, fields);
      return read(`POST ${path}`, await send(path, { method: 'POST', body }));
    },
    async download(photoId, query = '') {
      const response = await send(`/photos/${photoId}/download${query}`, {});
      if (!response.ok) return read(`download ${photoId}`, response);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

/** Fields first, so that the server knows them when the file comes. */
function formOf(bytes: Uint8Array, filename: string, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), filename);
  return form;
}

async function read<T>(what: string, response: Response): Promise<T> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = isJson ? (JSON.parse(text) as Envelope<T>) : undefined;
  if (!response.ok || !body) throw new ApiRefusal(what, response.status, body?.code ?? 'no JSON');
  return body.data;
}

export type Workplace = {
  photographer: ApiClient;
  eventId: string;
  galleryId: string;
  /** The photographer's account was made for this and goes with it. */
  ownAccount: boolean;
};

/**
 * An event and an empty private gallery: of the visitor, who is a photographer, or of a photographer made by the
 * visitor, who administers.
 */
export async function createWorkplace(address: string, visitor: ApiClient, name: string): Promise<Workplace> {
  const stamp = `${name.toLowerCase()}-${Date.now().toString(36)}`;
  const { roles } = await visitor.call<{ roles: string[] }>('GET', '/auth/me');
  const ownAccount = !roles.includes('photographer');
  const photographer = ownAccount ? await makePhotographer(address, visitor, name, stamp) : visitor;
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  const event = await photographer.call<{ id: string }>('POST', '/events', {
    name: `${name} ${stamp}`,
    slug: stamp,
    event_date: tomorrow,
  });
  const gallery = await photographer.call<{ id: string }>('POST', '/galleries', {
    name: `${name} photos`,
    event_id: event.id,
    photographer_id: photographer.userId,
    visibility: 'private',
  });
  return { photographer, eventId: event.id, galleryId: gallery.id, ownAccount };
}

async function makePhotographer(address: string, admin: ApiClient, name: string, username: string) {
  const password = randomBytes(18).toString('base64url');
  await admin.call('POST', '/users/photographers', {
    first_name: name,
    last_name: 'Photographer',
    email: `${username}@example.org`,
    username,
    password,
  });
  return signInTo(address, username, password);
}

/** Takes everything away again. */
export async function removeWorkplace(visitor: ApiClient, workplace: Workplace): Promise<void> {
  const { photographer, eventId, galleryId, ownAccount } = workplace;
  await photographer.call('DELETE', `/galleries/${galleryId}`);
  await photographer.call('DELETE', `/events/${eventId}`);
  if (ownAccount) await visitor.call('DELETE', `/users/${photographer.userId}`);
}

const PAGE = 500;
/** Every photo of a gallery. */
export async function listAllPhotos(club: ApiClient, galleryId: string): Promise<Photo[]> {
  const all: Photo[] = [];
  for (;;) {
    const path = `/photos/gallery/${galleryId}?limit=${PAGE}&offset=${all.length}`;
    const { photos, total } = await club.call<{ photos: Photo[]; total: number }>('GET', path);
    all.push(...photos);
    if (all.length >= total || photos.length === 0) return all;
  }
}

export const isFinal = ({ face_status }: Pick<Photo, 'face_status'>): boolean =>
  ['completed', 'no_faces', 'failed'].includes(face_status);

/** Waits until recognition has ended for every photo of the gallery. @throws when it takes longer */
export async function untilProcessed(club: ApiClient, galleryId: string, withinMs: number): Promise<Photo[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const photos = await listAllPhotos(club, galleryId);
    if (photos.every(isFinal)) return photos;
    if (Date.now() > deadline) {
      const open = photos.filter((photo) => !isFinal(photo)).length;
      throw new Error(`${open} of ${photos.length} photos are not done after ${withinMs} ms`);
    }
    await delay(250);
  }
}
