import { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { sendPicture } from '#server/rest/downloads/send-picture.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

it('closes the file of a viewer who left before the first byte', async () => {
  const bytes = Readable.from([Buffer.from('a picture')]);
  const store = {
    stat: async () => ({ bytes: 9 }),
    openRead: async () => bytes,
  } as unknown as PhotoStore;
  const req = { method: 'GET', get: () => undefined } as unknown as Request;
  const res = Object.assign(new Writable(), { set: () => res, status: () => res }) as unknown as Response;
  res.destroy();
  await sendPicture(req, res, store, {
    key: 'k',
    etag: 'e',
    mime: 'image/jpeg',
    filename: 'a.jpg',
    asAttachment: false,
    cache: 'no-store',
  });
  expect(bytes.destroyed).toBe(true);
});

it('answers a browser that has the picture without a look at the file', async () => {
  const statuses: number[] = [];
  const req = { method: 'GET', get: () => '"e"' } as unknown as Request;
  const res = Object.assign(new Writable(), {
    set: () => res,
    status: (status: number) => {
      statuses.push(status);
      return res;
    },
  }) as unknown as Response;
  // Every call of the store would throw.
  await sendPicture(req, res, {} as PhotoStore, {
    key: 'k',
    etag: 'e',
    mime: 'image/jpeg',
    filename: 'a.jpg',
    asAttachment: false,
    cache: 'private, no-cache',
  });
  expect(statuses).toEqual([304]);
});
