import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import type { PushReach } from '#server/features/administration/web-push/sending/push-reach.ts';
import {
  createPushTransport,
  PushNotTaken,
} from '#server/features/administration/web-push/sending/push-transport.ts';
import { startPushService } from '#tests/support/push-service.ts';

const service = await startPushService();
afterAll(() => service?.close());

describe.skipIf(!service)('a message to a phone', () => {
  const { reach, received, browser, signerOf } = service!;
  const keys = createTokenSigner('a secret that only tests use, 32+ bytes long').pushKeys;
  const transportTo = (changed: Partial<PushReach> = {}) =>
    createPushTransport({ ...reach, ...changed }, keys, 'mailto:club@example.org');
  const send = (to = browser(), message: object = { title: '3 new photos' }, changed = {}) =>
    transportTo(changed).send(to, message);
  beforeEach(() => {
    received.length = 0;
    service!.answer = 201;
  });

  test('is read by the browser alone, and signed by this server', async () => {
    const to = browser();
    expect(await send(to)).toBe('taken');
    const [message] = received;
    expect(to.read(message!.body)).toEqual({ title: '3 new photos' });
    expect(() => browser().read(message!.body)).toThrow();
    expect(message!.body.toString('latin1')).not.toContain('photos');
    const { origin } = new URL(to.endpoint);
    expect(await signerOf(message!)).toMatchObject({
      key: keys.publicKey,
      sub: 'mailto:club@example.org',
      aud: origin,
    });
    expect(message!.headers).toMatchObject({
      ttl: '43200',
      topic: 'new-photos',
      'content-encoding': 'aes128gcm',
    });
  });

  test('has the same length whatever it says', async () => {
    await send(browser(), { title: '1 neues Foto' });
    await send(browser(), { title: '12345 neue Fotos' });
    expect(new Set(received.map(({ body }) => body.length)).size).toBe(1);
  });

  test('is signed with the same key after a restart, and with another by another server', () => {
    const of = (secret: string) => createTokenSigner(secret).pushKeys;
    expect(of('x'.repeat(40))).toEqual(of('x'.repeat(40)));
    expect(of('x'.repeat(40)).publicKey).not.toBe(of('y'.repeat(40)).publicKey);
  });

  test.each([
    [200, 'taken'],
    [201, 'taken'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ] as const)('answered with %i is %s', async (status, outcome) => {
    service!.answer = status;
    expect(await send()).toBe(outcome);
  });

  test.each([429, 500, 502, 503])('answered with %i may be tried again', async (status) => {
    service!.answer = status;
    await expect(send()).rejects.toThrow(PushNotTaken);
  });

  test('follows no redirect', async () => {
    const to = browser();
    service!.answer = { status: 307, headers: { location: browser().endpoint } };
    expect(await send(to)).toBe('refused');
    expect(received.map(({ path }) => path)).toEqual([new URL(to.endpoint).pathname]);
  });

  test('goes to no address that is not public, also where a name has one beside others', async () => {
    const lookup: PushReach['lookup'] = (_name, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    await expect(send(browser(), {}, { lookup })).rejects.toThrow(PushNotTaken);
    // What was connected to counts, and not what was answered before.
    let asked = 0;
    const mayConnectTo = () => {
      asked += 1;
      return asked === 1;
    };
    await expect(send(browser(), {}, { mayConnectTo })).rejects.toThrow(PushNotTaken);
    expect(asked).toBe(2);
    expect(received).toEqual([]);
  });

  test('goes to nobody else: another name, port or certificate', async () => {
    const to = browser();
    for (const endpoint of [to.endpoint.replace('push.test', 'other.test'), to.endpoint.replace(/:\d+/, '')])
      expect(await send({ ...to, endpoint })).toBe('refused');
    await expect(send(to, {}, { ca: undefined })).rejects.toThrow(PushNotTaken);
    await expect(send(to, {}, { hosts: ['test'], lookup: reach.lookup, ca: undefined })).rejects.toThrow();
    expect(received).toEqual([]);
  });

  test('is not sent to a key that is none', async () => {
    expect(await send({ ...browser(), p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe('refused');
    expect(received).toEqual([]);
  });

  test('counts as taken where the answer is lost, and not where nothing was sent', async () => {
    service!.answer = 'nothing';
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms / 50);
      return controller.signal;
    });
    expect(await send()).toBe('taken');
    timeout.mockRestore();
    expect(received).toHaveLength(1);
    const lookup: PushReach['lookup'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('away'), { code: 'ENOTFOUND' }), []);
    await expect(send(browser(), {}, { lookup })).rejects.toThrow('ENOTFOUND');
    await expect(send(browser(), {}, { lookup })).rejects.not.toThrow('push.test');
  });
});
