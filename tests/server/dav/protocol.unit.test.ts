/** WebDAV over a store that takes any bytes; more of it asks litmus (tests/foreign/litmus.test.ts), where that is installed. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerDav, answerRefusal } from '#server/dav/dav-handler.ts';
import { DavRefusal } from '#server/dav/dav-store.ts';
import { memoryLocks, memoryStore } from '#tests/support/memory-dav-store.ts';

let server: Server;
let url: string;
beforeEach(async () => {
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
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

test('folders and files', async () => {
  expect(await status('MKCOL', '/a/b')).toBe(409);
  expect(await status('MKCOL', '/a', {}, 'x')).toBe(415);
  expect(await status('MKCOL', '/a')).toBe(201);
  expect(await status('MKCOL', '/a/')).toBe(405);
  expect(await status('PUT', '/none/f', {}, 'x')).toBe(409);
  expect(await status('PUT', '/a', {}, 'x')).toBe(405);
  expect(await status('PUT', '/a/%C3%BC%20%26.txt', {}, 'x')).toBe(201);
  expect(await status('PUT', '/a/%C3%BC%20%26.txt', {}, 'y')).toBe(204);
  const { text } = await ask('PROPFIND', '/a', { Depth: '1' });
  expect(text).toContain('<D:href>/dav/a/%C3%BC%20%26.txt</D:href>');
  expect(text).toContain('<D:displayname>ü &amp;.txt</D:displayname>');
  expect(await status('PROPFIND', '/a')).toBe(403);
  expect(await status('PROPFIND', '/a', { Depth: '2' })).toBe(400);
  expect(await status('GET', '/a')).toBe(405);
  expect(await status('POST', '/a')).toBe(405);
  expect(await status('DELETE', '/a')).toBe(204);
  expect(await status('DELETE', '/a')).toBe(404);
});

test('the destination counts by its path; Overwrite: F keeps what is there', async () => {
  await ask('PUT', '/a', {}, 'a');
  await ask('PUT', '/b', {}, 'b');
  const to = (path: string, more = {}) => ({ Destination: `https://other.example:1${path}`, ...more });
  expect(await status('MOVE', '/a', to('/dav/b', { Overwrite: 'F' }))).toBe(412);
  expect(await status('MOVE', '/a', to('/elsewhere/b'))).toBe(502);
  expect(await status('MOVE', '/a', {})).toBe(400);
  expect(await status('MOVE', '/a', to('/dav/a'))).toBe(403);
  expect(await status('MOVE', '/a', to('/dav/none/b'))).toBe(409);
  expect(await status('COPY', '/a', to('/dav/c'))).toBe(201);
  expect(await status('MOVE', '/a', to('/dav/b'))).toBe(204);
  expect((await ask('GET', '/b')).text).toBe('a');
  expect(await status('GET', '/a')).toBe(404);
});

const lockBody = (scope = 'exclusive') =>
  `<lockinfo xmlns="DAV:"><lockscope><${scope}/></lockscope><locktype><write/></locktype><owner>me &amp; you</owner></lockinfo>`;
const tokenOf = ({ headers }: { headers: Headers }) => headers.get('lock-token') ?? '';

describe('locks', () => {
  test('only who names the token changes, until it is given back', async () => {
    const held = await ask('LOCK', '/f', {}, lockBody());
    expect(held.status).toBe(201);
    expect(held.text).toContain('<D:owner>me &amp; you</D:owner>');
    const If = `(${tokenOf(held)})`;
    expect(await status('PUT', '/f', {}, 'x')).toBe(423);
    expect(await status('PUT', '/f', { If: '(<urn:uuid:other>)' }, 'x')).toBe(412);
    expect(await status('PUT', '/f', { If: `(<urn:uuid:other>) ${If}` }, 'x')).toBe(204);
    expect(await status('PUT', '/f', { If: `(Not <urn:uuid:other>)` }, 'x')).toBe(423);
    expect(await status('PUT', '/f', { If: `<http://any.example/dav/f> ${If}` }, 'x')).toBe(204);
    for (const broken of ['(', '()', 'x', '(<a)', '<a>'])
      expect(await status('PUT', '/f', { If: broken }, 'x')).toBe(400);
    expect(await status('LOCK', '/f', {}, lockBody('shared'))).toBe(423);
    expect(await status('LOCK', '/f', { If })).toBe(200);
    expect(await status('LOCK', '/f')).toBe(412);
    expect(await status('UNLOCK', '/f', { 'Lock-Token': '<urn:uuid:other>' })).toBe(409);
    expect(await status('UNLOCK', '/f', { 'Lock-Token': tokenOf(held) })).toBe(204);
    expect(await status('PUT', '/f', {}, 'x')).toBe(204);
  });

  test('of a folder hold for what lies in it', async () => {
    await ask('MKCOL', '/d');
    await ask('PUT', '/d/f', {}, 'x');
    const held = await ask('LOCK', '/d', { Depth: 'infinity' }, lockBody());
    expect(await status('PUT', '/d/f', {}, 'y')).toBe(423);
    expect(await status('PUT', '/d/g', {}, 'y')).toBe(423);
    expect(await status('DELETE', '/d')).toBe(423);
    expect(await status('LOCK', '/d/f', {}, lockBody())).toBe(423);
    expect(await status('PUT', '/d/g', { If: `(${tokenOf(held)})` }, 'y')).toBe(201);
    expect(await status('PUT', '/d/h', { If: `<${url}/d> (${tokenOf(held)})` }, 'y')).toBe(201);
  });

  test('several share one; it ends with the file', async () => {
    const held = [
      await ask('LOCK', '/f', {}, lockBody('shared')),
      await ask('LOCK', '/f', {}, lockBody('shared')),
    ];
    expect(held.map((each) => each.status)).toEqual([201, 200]);
    expect(await status('LOCK', '/f', {}, lockBody())).toBe(423);
    expect(await status('DELETE', '/f', { If: `(${tokenOf(held[1]!)})` })).toBe(204);
    expect(await status('LOCK', '/f', {}, lockBody())).toBe(201);
  });
});

describe('properties', () => {
  const patch = (inside: string) =>
    ask(
      'PROPPATCH',
      '/f',
      {},
      `<p:propertyupdate xmlns:p="DAV:" xmlns:q="urn:q">${inside}</p:propertyupdate>`,
    );
  beforeEach(() => ask('PUT', '/f', {}, 'x'));

  test('are kept with their namespaces and words', async () => {
    await patch('<p:set><p:prop><q:a>1 &lt; 2<q:b c="d">e</q:b></q:a></p:prop></p:set>');
    const body = '<propfind xmlns="DAV:"><prop><a xmlns="urn:q"/><none xmlns="urn:q"/></prop></propfind>';
    const { text } = await ask('PROPFIND', '/f', { Depth: '0' }, body);
    expect(text).toContain('<p:a xmlns:p="urn:q">1 &lt; 2<x:b xmlns:x="urn:q" c="d">e</x:b></p:a>');
    expect(text).toMatch(/<p:none xmlns:p="urn:q"\/><\/D:prop><D:status>HTTP\/1\.1 404/);
  });

  test('all are set, or none', async () => {
    const { text } = await patch(
      '<p:set><p:prop><q:a>1</q:a></p:prop></p:set><p:remove><p:prop><p:getetag/></p:prop></p:remove>',
    );
    expect(text).toContain('403 Forbidden');
    expect(text).toContain('424 Failed Dependency');
    expect((await ask('PROPFIND', '/f', { Depth: '0' })).text).not.toContain('urn:q');
  });
});
