import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createRateLimits } from '#server/features/platform/rate-limits/rate-limits.ts';
import { keepTables } from './keep-tables.ts';
import type { PhotoApp } from './photo-app.ts';
import type { TestApp } from './test-app.ts';

type World = { putBack: () => Promise<unknown>; forget: () => Promise<unknown> };

/** Of the file that runs and of the `describe`s within it, the innermost last. */
const worlds: World[] = [];

/**
 * What the cases of a file or of a `describe` stand on: built once, and put back before each case. Those are the rows, the
 * stored files, the jobs handed to the background and the clock; no rate limit has counted anything.
 * What `build` assigns is not put back: what cases change of it is set in a `beforeEach`. It answers the app that it was made in.
 * @returns what puts it back within a case, for random histories
 */
export function world(
  build: () => Promise<TestApp & Partial<Pick<PhotoApp, 'folder'>>>,
): () => Promise<unknown> {
  const own: World = { putBack: async () => undefined, forget: async () => undefined };
  beforeAll(async () => {
    await worlds.at(-1)?.putBack();
    const { ctx, jobs, clock, folder } = await build();
    const tables = await keepTables(ctx.db, `world_${worlds.length}`);
    const files = folder === undefined ? undefined : await keepFolder(folder);
    const [keptJobs, time] = [[...jobs], clock.fixed()];
    own.putBack = async () => {
      await tables.putBack();
      await files?.putBack();
      jobs.splice(0, jobs.length, ...keptJobs);
      clock.set(time);
      Object.assign(ctx.rateLimits, createRateLimits());
    };
    own.forget = async () => {
      worlds.pop();
      await tables.forget();
      await files?.forget();
    };
    worlds.push(own);
  });
  afterAll(() => own.forget());
  beforeEach(() => (worlds.at(-1) === own ? own.putBack() : undefined));
  return () => own.putBack();
}

async function keepFolder(folder: string) {
  const copy = await mkdtemp(join(tmpdir(), 'clublens-world-'));
  await cp(folder, copy, { recursive: true });
  return {
    async putBack() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
      await cp(copy, folder, { recursive: true });
    },
    forget: () => rm(copy, { recursive: true }),
  };
}
