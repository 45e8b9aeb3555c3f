import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppContext } from '#server/app-context.ts';
import { clientFiles } from '#server/http/client-files.ts';
import { errorHandler, notFoundHandler } from '#server/http/error-handler.ts';
import { hideFromSearch } from '#server/http/security-headers.ts';
import { createLogger } from '#server/logger.ts';

const dir = mkdtempSync(join(tmpdir(), 'clublens-client-'));
let server: Server;
let url: string;
beforeAll(async () => {
  await cp('client/public', dir, { recursive: true });
  await cp('client/index.html', join(dir, 'index.html'));
  await mkdir(join(dir, 'assets'));
  await writeFile(join(dir, 'assets/main-abc.js'), 'export {};');
  await writeFile(join(dir, 'assets/main-abc.js.br'), brotliCompressSync('export {};'));
  const ctx = { log: createLogger('silent') } as AppContext; // without a database the page has the default name
  const app = express().use(hideFromSearch, clientFiles(ctx, dir), notFoundHandler, errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

const pages = [...readFileSync('client/app/router.tsx', 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(
  ([, path = '']) => path.replace(/\$\w+/g, '0198c0de-1111-7222-8333-444455556666'),
);

test.each(pages)('the page %s is the client', async (path) => {
  const answer = await fetch(url + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('x-robots-tag')).toBe(path === '/' ? null : 'noindex, nofollow, noarchive');
});

test.each([
  '/robots.txt',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/offline.html',
  '/before-first-paint.js',
  '/icons/icon-192.png',
  '/assets/main-abc.js',
])('the file %s is there', async (path) => {
  const answer = await fetch(url + path);
  expect(answer.status).toBe(200);
  if (path !== '/offline.html') expect(answer.headers.get('content-type')).not.toContain('html');
});

test.each([
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/.well-known/apple-app-site-association',
  '/.well-known/',
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/gallery/shared/index.php/',
  '/assets/main-old.js',
  '/assets/',
  '/icons/none.png',
])('the file %s is not', async (path) => {
  const answer = await fetch(url + path);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
});

test.each([
  ['br', 'br'],
  ['gzip', null],
])('a file that the build has compressed comes to a browser that takes %s as %s', async (taken, encoding) => {
  const answer = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': taken } });
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    encoding,
    'Accept-Encoding',
  ]);
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(await answer.text()).toBe('export {};');
});

test.each([
  ['/assets/main-abc.js', 'bytes=999-', 416],
  ['/favicon.svg', 'bytes=99999999-', 416],
  ['/assets/main-abc.js', 'bytes=0-3', 206],
  ['/assets/main-abc.js', 'lines=0-3', 200],
])('%s with the range %s is answered %s', async (path, range, status) => {
  const answer = await fetch(url + path, { headers: { range } });
  expect(answer.status).toBe(status);
  if (status === 416) expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
});
