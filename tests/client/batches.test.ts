import { afterEach, expect, test, vi } from 'vitest';
import { batchSizeMax } from '#server/contract/batch-size.ts';
import { browserGlobals } from './support/browser-globals.ts';

afterEach(() => vi.unstubAllGlobals());

test('a page that asks for much at once sends requests that the server takes', async () => {
  browserGlobals();
  const sent: number[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const calls = decodeURIComponent(url.split('?')[0] ?? '').split(',');
    sent.push(calls.length);
    return new Response(JSON.stringify(calls.map(() => ({ result: { data: {} } }))), {
      headers: { 'content-type': 'application/json' },
    });
  });
  const { createTrpcClient } = await import('#client/lib/trpc.ts');
  const client = createTrpcClient();
  await Promise.all(Array.from({ length: batchSizeMax + 5 }, () => client.stats.dashboard.query()));
  expect(sent).toEqual([batchSizeMax, 5]);
});
