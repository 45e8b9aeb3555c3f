import { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { type ArchiveEntry, ClockTime, sendZip } from '#server/rest/downloads/send-zip.ts';

const req = { method: 'GET' } as Request;
const responseTo = (write: (bytes: Buffer, done: () => void) => void) => {
  const res = new Writable({ write: (bytes, _, done) => write(bytes, done) });
  return Object.assign(res, { set: () => res }) as unknown as Response;
};
const photos = (...files: Buffer[]) => files.map((bytes) => Readable.from([bytes]));
async function* entriesOf(opened: Readable[]): AsyncGenerator<ArchiveEntry> {
  for (const bytes of opened) yield { filename: 'a.jpg', time: new ClockTime(0), open: async () => bytes };
}

it('gives the memory of what was sent back at once', async () => {
  const files = [Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2)];
  const sent: Buffer[] = [];
  const res = responseTo((bytes, done) => {
    sent.push(Buffer.from(bytes));
    done();
  });
  await sendZip(req, res, 'Cup', entriesOf(photos(...files)));
  const archive = Buffer.concat(sent);
  for (const value of [1, 2]) expect(archive.includes(Buffer.alloc(100_000, value))).toBe(true);
  expect(files.map(({ length }) => length)).toEqual([0, 0]);
});

it('closes the files of somebody who left in the middle', async () => {
  const opened = photos(Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2));
  const res = responseTo(() => res.destroy());
  await sendZip(req, res, 'Cup', entriesOf(opened));
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true);
});
