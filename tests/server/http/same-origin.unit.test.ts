import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorHandler } from '#server/http/error-handler.ts';
import { sameOrigin } from '#server/http/same-origin.ts';
import { createLogger } from '#server/logger.ts';

const log = createLogger('silent');
const warn = vi.spyOn(log, 'warn');
const servers = new Map<string, Server>();
const settings = [0, 1, 2].flatMap((hops) =>
  [null, 'https://club.example'].map((url) => [hops, url] as const),
);

beforeAll(async () => {
  for (const [hops, publicUrl] of settings) {
    const app = express().set('trust proxy', hops).use(sameOrigin({ publicUrl, log }));
    app.use((_req, res) => void res.json({ success: true })).use(errorHandler);
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.set(`${hops} ${publicUrl}`, server);
  }
});
afterAll(() => {
  for (const server of servers.values()) server.close();
});
beforeEach(() => warn.mockClear());

async function post(
  headers: Record<string, string>,
  { hops = 0, publicUrl = null as string | null, method = 'POST', path = '/api/x' } = {},
) {
  const server = servers.get(`${hops} ${publicUrl}`) as Server;
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method, path, headers }).end();
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode as number, body: method === 'HEAD' ? null : JSON.parse(text) };
}

const own = 'https://club.example';
const inside = '127.0.0.1:3000';

test.each<[string, Record<string, string>, { hops?: number; publicUrl?: string }?]>([
  ['no browser', { host: inside }],
  ['the same host', { host: 'club.example', origin: own }],
  ['the same host in capitals', { host: 'Club.EXAMPLE', origin: own }],
  ['the default port of https', { host: 'club.example:443', origin: own }],
  ['the default port of http', { host: 'club.example:80', origin: 'http://club.example' }],
  ['another port, passed on', { host: 'club.example:8443', origin: 'https://club.example:8443' }],
  ['IPv6', { host: '[2001:DB8::1]:8080', origin: 'http://[2001:db8::1]:8080' }],
  [
    'a name with umlauts',
    { host: 'xn--verein-mnchen-3ob.example', origin: 'https://verein-münchen.example' },
  ],
  ['a host made by a proxy, PUBLIC_URL', { host: inside, origin: own }, { publicUrl: own }],
  ['the same with its default port', { host: inside, origin: `${own}:443` }, { publicUrl: own }],
  ['the same in capitals', { host: inside, origin: 'HTTPS://CLUB.example' }, { publicUrl: own }],
  [
    'a host made by a proxy, a browser that says it',
    { host: inside, origin: own, 'sec-fetch-site': 'same-origin' },
  ],
  ['the same without a referrer', { host: inside, origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['one trusted proxy', { host: inside, origin: own, 'x-forwarded-host': 'club.example' }, { hops: 1 }],
  [
    'one that appends',
    { host: inside, origin: own, 'x-forwarded-host': 'evil.example, club.example' },
    { hops: 1 },
  ],
  ['two that append', { host: inside, origin: own, 'x-forwarded-host': 'club.example, inner' }, { hops: 2 }],
  [
    'two of which one names it',
    { host: inside, origin: own, 'x-forwarded-host': 'club.example:443' },
    { hops: 2 },
  ],
  ['at home beside PUBLIC_URL', { host: 'nas.local', origin: 'http://nas.local' }, { publicUrl: own }],
])('taken: %s', async (_, headers, options) => {
  expect((await post(headers, options)).status).toBe(200);
  expect(warn).not.toHaveBeenCalled();
});

const evil = 'https://evil.example';

test.each<[string, Record<string, string>, { hops?: number; publicUrl?: string }?]>([
  ['another host', { host: 'club.example', origin: evil }],
  ['another host beside PUBLIC_URL', { host: inside, origin: evil }, { publicUrl: own }],
  ['another port', { host: 'club.example', origin: 'https://club.example:8443' }],
  ['the other scheme of PUBLIC_URL', { host: inside, origin: 'http://club.example' }, { publicUrl: own }],
  [
    'a subdomain',
    { host: 'club.example', origin: 'https://evil.club.example', 'sec-fetch-site': 'same-site' },
  ],
  ['the name as a beginning', { host: 'club.example', origin: 'https://club.example.evil.example' }],
  ['a user that reads like the host', { host: 'club.example', origin: 'https://club.example@evil.example' }],
  ['no origin at all', { host: 'club.example', origin: 'null' }],
  ['a text that is no origin', { host: 'club.example', origin: 'club.example' }],
  ['a browser that says so', { host: 'club.example', 'sec-fetch-site': 'cross-site' }],
  ['the same with our origin', { host: 'club.example', origin: own, 'sec-fetch-site': 'cross-site' }],
  ['a proxy nobody trusts', { host: inside, origin: evil, 'x-forwarded-host': 'evil.example' }],
  [
    'a host that came before the proxy',
    { host: inside, origin: evil, 'x-forwarded-host': 'evil.example, club.example' },
    { hops: 1 },
  ],
])('refused: %s', async (_, headers, options) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, body } = await post(headers, { ...options, method });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect((await post(headers, { ...options, method })).status).toBe(200);
});

test('the log says both addresses and what to set, once each; the answer names the page', async () => {
  const page = { host: inside, origin: 'http://photos.club.example' };
  const refused = [await post(page), await post(page)];
  expect(refused.map(({ body }) => body.params)).toEqual([{ origin: page.origin }, { origin: page.origin }]);
  expect(warn.mock.calls).toEqual([
    [{ origin: page.origin, host: inside, publicUrl: null }, expect.stringContaining('set PUBLIC_URL')],
  ]);
  for (let number = 0; number < 100; number += 1)
    await post({ host: inside, origin: `http://${number}.example` });
  expect(warn.mock.calls.length).toBeLessThanOrEqual(20);
});

test('calls of the client are refused in the shape that it reads', async () => {
  const { body } = await post({ host: inside, origin: evil }, { path: '/trpc/auth.login?batch=1' });
  expect(body.error.data).toMatchObject({ code: 'forbidden', http_status: 403, params: { origin: evil } });
});
