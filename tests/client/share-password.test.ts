import { afterEach, expect, test, vi } from 'vitest';
import { browserGlobals } from './support/browser-globals.ts';

afterEach(() => vi.unstubAllGlobals());

test('the password of a link is sent, whatever is asked for in the same call', async () => {
  browserGlobals();
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return new Response(JSON.stringify([{ result: { data: {} } }, { result: { data: {} } }]), {
      headers: { 'content-type': 'application/json' },
    });
  });
  const { createTrpcClient } = await import('#client/lib/trpc.ts');
  const client = createTrpcClient();
  await Promise.all([
    client.installationSettings.public.query(),
    client.openedShareLink.open.query({ token: 'a' }, { context: { sharePassword: 'secret' } }),
  ]);
  expect(sent.map((headers) => headers.has('x-share-password'))).toEqual([true]);
});
