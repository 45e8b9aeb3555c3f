import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { Draft } from '#server/storage/draft.ts';

const OPENING_MS = 50;

/** A disk that is slow to make files. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const open = (...args: Parameters<typeof fs.open>) => void setTimeout(() => fs.open(...args), OPENING_MS);
  return {
    ...fs,
    createWriteStream: (path: string, options: object) =>
      fs.createWriteStream(path, { ...options, fs: { ...fs, open } } as object),
  };
});

test.each([
  ['fails at once', false],
  ['has failed before', true],
])('a draft whose source %s leaves no file behind', async (_, hasFailed) => {
  const folder = await mkdtemp(join(tmpdir(), 'clublens-test-'));
  const draft = new Draft(join(folder, 'draft'), await new DiskRoom(folder).reserve(0));
  const source = new Readable({ read: () => undefined });
  source.on('error', () => undefined);
  if (hasFailed) source.destroy(new Error('gone'));
  await delay(0);
  const writing = draft.write(source);
  source.destroy(new Error('gone'));
  await expect(writing).rejects.toThrow();
  await draft.discard();
  await delay(2 * OPENING_MS);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
