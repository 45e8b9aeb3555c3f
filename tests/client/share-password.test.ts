import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createTrpcClient } from '#client/lib/trpc.ts';
import { readSharePassword, writeSharePassword } from '#server/contract/share-password-header.ts';
import { browserGlobals } from './support/browser-globals.ts';

const passwords = [
  'open sesame',
  'Fußball',
  'ölig & süß',
  '%C3%BC',
  "UTF-8''x",
  ' blank ',
  'Ω ⚽ 🥅',
  'a=b&c?d#e',
  '密码',
];
const read = (header: string) => readSharePassword(header) ?? header;

test('every password of a link passes through its header', () => {
  const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 });
  const check = (password: string) => {
    const header = writeSharePassword(password);
    expect(header).toMatch(/^[ -~]+$/);
    expect(new Headers({ x: header }).get('x')).toBe(header);
    expect(read(header)).toBe(password);
  };
  passwords.forEach(check);
  fc.assert(fc.property(any, check));
  expect(() => writeSharePassword('\ud800')).not.toThrow();
});

test('no password of a link stands in an address', async () => {
  browserGlobals();
  const sent: { url: string; password: string | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, password: new Headers(init.headers).get('x-share-password') });
    throw new TypeError('Failed to fetch');
  });
  const client = createTrpcClient();
  for (const password of passwords) {
    sent.length = 0;
    const options = { context: { sharePassword: password } };
    await client.openedShareLink.open.query({ token: 't' }, options).catch(() => undefined);
    await client.guestPhotos.open.query({ token: 't' }, options).catch(() => undefined);
    expect(sent).toHaveLength(2);
    for (const { url, password: header } of sent) {
      expect(decodeURIComponent(url)).toMatch(/^\/trpc\/\w+\.open\?batch=1&input=\{"0":\{"token":"t"\}\}$/);
      expect(read(header ?? '')).toBe(password);
    }
  }
});
