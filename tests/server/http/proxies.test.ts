/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { createActor, testPassword } from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { hasProxy, type ProxyKind, startProxy } from '#tests/support/proxies.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

/** As an operator writes them: nothing more than the address, what most instructions say, and odd ones. */
const proxies: [ProxyKind, string, string][] = [
  ['nginx', 'without more', ''],
  ['nginx', 'with the host without its port', 'proxy_set_header Host $host;'],
  ['nginx', 'with the host', 'proxy_set_header Host $http_host;'],
  [
    'nginx',
    'with X-Forwarded-Host',
    'proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  ],
  [
    'nginx',
    'with HTTP/1.1 and the usual headers',
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  ['apache2', 'without more', ''],
  ['apache2', 'with ProxyPreserveHost', 'ProxyPreserveHost On'],
  ['caddy', 'without more', ''],
  ['caddy', 'with the host of the server', 'header_up Host {upstream_hostport}'],
];
const passesHost = /header Host \$http_host|PreserveHost/;
const namesHost = (kind: ProxyKind, lines: string) => kind !== 'nginx' || lines.includes('X-Forwarded-Host');
const here = new Set((['nginx', 'apache2', 'caddy'] as const).filter(hasProxy));

describe.each(proxies)('behind %s %s', (kind, name, lines) => {
  const keepsHost = passesHost.test(lines) || (kind === 'caddy' && !lines);

  test.skipIf(!here.has(kind)).each([
    { browser: 'which says where the page is from', fetchSite: true, works: true },
    { browser: 'over plain http', fetchSite: false, works: keepsHost },
    {
      browser: 'over plain http, with TRUST_PROXY',
      fetchSite: false,
      trusts: true,
      works: keepsHost || namesHost(kind, lines),
    },
    { browser: 'over plain http, with PUBLIC_URL', fetchSite: false, knowsItsAddress: true, works: true },
  ])('a browser $browser', async ({ fetchSite, trusts, knowsItsAddress, works }) => {
    const user = await createActor(app);
    const port = await freePort();
    const server = await app.serveAs({
      trustProxyHops: trusts ? 1 : 0,
      ...(knowsItsAddress && { publicUrl: `http://localhost:${port}` }),
    });
    const proxy = await startProxy(kind, server, { lines, port });
    try {
      const headers = { Origin: proxy.url, ...(fetchSite && { 'Sec-Fetch-Site': 'same-origin' }) };
      const signIn = await fetch(`${proxy.url}/trpc/auth.login`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: user.username, password: testPassword }),
      });
      const answer = await signIn.json();
      expect([name, signIn.status]).toEqual([name, works ? 200 : 403]);
      // The client makes a sentence of it.
      if (!works)
        return expect(answer.error.data).toMatchObject({ code: 'forbidden', params: { origin: proxy.url } });
      const form = new FormData();
      form.set('gallery_id', app.gallery);
      form.set(
        'file',
        new Blob([new Uint8Array(await quarters().jpeg().toBuffer())]),
        `${kind} ${name} ${fetchSite}.jpg`,
      );
      const sent = await fetch(`${proxy.url}/api/photos/upload`, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${app.photographer.token}` },
        body: form,
      });
      expect(sent.status).toBeLessThan(300);
      const stop = new AbortController();
      const live = await fetch(
        `${proxy.url}/trpc/live.page?input=${encodeURIComponent(JSON.stringify({ gallery_id: app.gallery }))}`,
        {
          headers: { Cookie: `clublens_session=${app.photographer.token}`, Accept: 'text/event-stream' },
          signal: stop.signal,
        },
      );
      let heard = '';
      for await (const chunk of live.body ?? []) {
        heard += new TextDecoder().decode(chunk);
        if (heard.includes('"changed":"progress"'))
          app.ctx.bus.publish({ topic: `gallery:${app.gallery}`, kind: 'people' });
        if (heard.includes('"changed":"people"')) break;
      }
      stop.abort();
      expect(heard).toContain('"changed":"people"');
    } finally {
      await proxy.close();
    }
  });
});
