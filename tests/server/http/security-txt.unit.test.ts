import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AppContext } from '#server/app-context.ts';
import { readEnv } from '#server/config/read-settings.ts';
import { createLogger } from '#server/logger.ts';

const now = new Date('2026-11-25T12:00:00Z');

/** What a server with this setting answers; it needs no database for it. */
async function ask(SECURITY_CONTACT?: string, publicUrl: string | null = null) {
  const ctx = { log: createLogger('silent'), clock: { now: () => now }, publicUrl } as AppContext;
  const app = createApp(ctx, {
    trustProxyHops: 0,
    clientDir: null,
    health: [express.Router()],
    securityContact: readEnv({ SECURITY_CONTACT }).SECURITY_CONTACT,
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/.well-known/security.txt`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  } finally {
    server.close();
  }
}

test('security.txt names the contact, an end and the languages (RFC 9116)', async () => {
  expect(await ask('security@club.example', 'https://photos.club.example')).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: `Contact: mailto:security@club.example
Expires: 2026-12-25T12:00:00.000Z
Preferred-Languages: en, de
Canonical: https://photos.club.example/.well-known/security.txt
`,
  });
});

test.each(['mailto:security@club.example', 'https://club.example/security'])(
  '%s is named as it is, and no address that is not known',
  async (contact) => {
    const { text } = await ask(contact);
    expect(text).toMatch(new RegExp(`^Contact: ${contact}\n`));
    expect(text).not.toContain('Canonical');
  },
);

test('there is none where nobody is named', async () => {
  expect((await ask()).status).toBe(404);
});
