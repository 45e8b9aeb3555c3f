import { expect, test, vi } from 'vitest';
import type { FaceEngine } from '#ml/index.ts';
import { createLogger } from '#server/logger.ts';
import { startJobs } from '#server/start-jobs.ts';

test('work starts also when the database is away in the very moment it is to start', async () => {
  const away = new Error('the database is being restarted');
  const start = vi.fn(async () => undefined).mockRejectedValueOnce(away);
  const resume = vi
    .fn(async () => undefined)
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away);
  const ready = Promise.resolve({} as FaceEngine);
  startJobs({ runner: { start, resume }, engine: { ready } }, createLogger('silent'));
  await vi.waitFor(() => expect(resume).toHaveBeenCalledTimes(3), { timeout: 60_000 });
  expect(start).toHaveBeenCalledTimes(2);
});
