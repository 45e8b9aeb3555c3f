/** The protocol against litmus, over a store that takes any bytes: over galleries it cannot pass, it puts texts. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerDav, answerRefusal } from '#server/dav/dav-handler.ts';
import { DavRefusal } from '#server/dav/dav-store.ts';
import { hasProgram, run } from '#tests/support/foreign-programs.ts';
import { memoryLocks, memoryStore } from '#tests/support/memory-dav-store.ts';

let server: Server;
beforeAll(async () => {
  const app = express();
  const parts = { store: memoryStore(), locks: memoryLocks() };
  app.use('/dav', async (req, res) => {
    await answerDav(req, res, parts).catch((error: unknown) => {
      if (!(error instanceof DavRefusal)) throw error;
      answerRefusal(res, error);
    });
  });
  server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
});
afterAll(() => server?.close());

test.skipIf(!hasProgram('litmus')).each(['basic', 'copymove', 'props', 'locks', 'http'])(
  '%s',
  async (suite) => {
    const { port } = server.address() as AddressInfo;
    const { code, output } = await run('litmus', ['-k', `http://127.0.0.1:${port}/dav/`], {
      env: { TESTS: suite },
    });
    expect([code, output]).toEqual([0, expect.stringMatching(/ 0 failed\. 100\.0%/)]);
    expect(output).not.toContain('WARNING');
  },
);
