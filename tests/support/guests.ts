import { randomBytes } from 'node:crypto';
import type { OwnGuestPhoto, WaitingGuestPhotos } from '#server/contract/schemas/guest-photos.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { guestHashOf } from '#server/features/sharing/guest-photos/guest-hash.ts';
import { newId } from '#server/ids.ts';
import { type Actor, type Answer, caller } from './actors.ts';
import { requireDocumented } from './documented-refusals.ts';
import type { PhotoApp } from './photo-app.ts';
import type { TestApp } from './test-app.ts';

/** The browser of a guest. */
export interface Guest {
  key: string;
  token: string;
  unlock?: string;
}

export const newGuest = ({ token }: Pick<ShareLink, 'token'>): Guest => ({
  key: randomBytes(32).toString('base64url'),
  token,
});

/** Rows of photos that wait, without their bytes; ids in the order of sending. */
export async function createGuestPhotos(
  app: TestApp,
  { gallery, link, key = '' }: { gallery: string; link: string; key?: string },
  count: number,
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    gallery_id: gallery,
    share_link_id: link,
    guest_hash: key ? guestHashOf(key) : 'somebody',
    filename: 'a.jpg',
    sent_sha256: Buffer.from(newId()),
    sha256: Buffer.from(newId()),
    mime: 'image/jpeg',
    bytes: 1,
    width: 1,
    height: 1,
    thumbhash: '',
    original_key: `originals/aa/${newId()}.jpg`,
    sent_at: new Date(),
  }));
  await app.ctx.db.insertInto('guest_photo').values(rows).execute();
  return rows.map(({ id }) => id);
}

const encoded = (text: string) => Buffer.from(text).toString('base64');
export type SentAnswer = {
  status: number;
  location: string | null;
  body: { code?: string; data?: { id: string; filename: string; duplicate: boolean } };
};

async function answerOf(method: string, path: string, response: Response): Promise<SentAnswer> {
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  if (response.status >= 400 && response.status !== 500)
    requireDocumented(method, path.replace(/^\/api/, ''), response.status, body.code);
  return { status: response.status, location: response.headers.get('location'), body };
}

/** What guests and those who decide do, over HTTP. */
export function guestsOf(app: PhotoApp) {
  const headersOf = (guest: Guest): Record<string, string> => ({
    'tus-resumable': '1.0.0',
    'x-guest-key': guest.key,
    ...(guest.unlock ? { 'x-share-unlock': guest.unlock } : {}),
  });

  const begin = async (guest: Guest, bytes: number, { name = '', filename = 'team.jpg' } = {}) => {
    const path = `/api/galleries/shared/${guest.token}/uploads`;
    const response = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: {
        ...headersOf(guest),
        'upload-length': String(bytes),
        'upload-metadata': `filename ${encoded(filename)}${name ? `,guest_name ${encoded(name)}` : ''}`,
      },
    });
    return answerOf('POST', path, response);
  };

  const bring = async (guest: Guest, path: string, bytes: Uint8Array, offset = 0) => {
    const response = await fetch(`${app.url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headersOf(guest),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(bytes),
    });
    return answerOf('PATCH', path, response);
  };

  return {
    begin,
    bring,
    /** Sends a photo in one part. */
    async send(guest: Guest, bytes: Uint8Array, options: { name?: string; filename?: string } = {}) {
      const begun = await begin(guest, bytes.length, options);
      return begun.location ? bring(guest, begun.location, bytes) : begun;
    },
    createLink: async (gallery = app.gallery, more: object = {}, who: Actor = app.photographer) =>
      (await who.call<ShareLink>('POST', `/galleries/${gallery}/links`, { collects: true, ...more })).body
        .data,
    own: ({
      token,
      key,
      unlock,
    }: Guest): Promise<Answer<{ photos: OwnGuestPhoto[]; places_left: number | null }>> =>
      caller(app.url)('POST', `/galleries/shared/${token}/guest-photos`, { guest_key: key, unlock }),
    withdraw: ({ token, key, unlock }: Guest, id: string) =>
      caller(app.url)('POST', `/galleries/shared/${token}/guest-photos/${id}/withdraw`, {
        guest_key: key,
        unlock,
      }),
    picture: (guest: Guest, id: string) =>
      fetch(`${app.url}/api/galleries/shared/${guest.token}/guest-photos/${id}/picture`, {
        headers: headersOf(guest),
      }),
    waiting: (gallery = app.gallery, who: Actor = app.photographer) =>
      who.call<WaitingGuestPhotos>('GET', `/galleries/${gallery}/guest-photos`),
    decide: <D extends 'accept' | 'decline'>(
      decision: D,
      ids: string[],
      gallery = app.gallery,
      who: Actor = app.photographer,
    ) =>
      who.call<D extends 'accept' ? { accepted: number; duplicates: number } : { declined: number }>(
        'POST',
        `/galleries/${gallery}/guest-photos/${decision}`,
        { guest_photo_ids: ids },
      ),
  };
}
