import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';

let app: PhotoApp;
let stranger: Actor;
beforeAll(async () => {
  app = await startPhotoApp();
  stranger = await createActor(app);
});
afterAll(() => app.close());

/** One request over the agent's connections; the answer is read only after everything was sent, as browsers do. */
async function ask(agent: Agent, method: string, path: string, token: string, form?: Response) {
  const asking = request(`${app.url}/api${path}`, {
    agent,
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(form ? { 'Content-Type': form.headers.get('content-type')! } : {}),
    },
  });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  const connected = once(asking, 'socket') as Promise<[Socket]>;
  const sent = once(asking, 'finish');
  asking.end(form ? Buffer.from(await form.arrayBuffer()) : undefined);
  const [socket] = await connected;
  await sent;
  const [answer] = await answered;
  const { code } = (await json(answer)) as { code?: string };
  return { status: answer.statusCode, code, socket };
}

function upload(bytes: number): Response {
  const form = new FormData();
  form.set('gallery_id', app.gallery);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return new Response(form);
}

test.each([
  ['by its gallery', 2_500_000, 403, 'gallery_forbidden', () => stranger.token],
  ['for want of an account', 2_500_000, 401, 'session_expired', () => 'no token'],
  ['by its length', 12_000_000, 413, 'upload_too_large', () => app.photographer.token],
])(
  'an upload refused %s leaves its connection to the next request',
  async (_why, bytes, status, code, as) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<Socket>();
    for (let count = 0; count < 3; count += 1) {
      const refused = await ask(agent, 'POST', '/photos/upload', as(), upload(bytes));
      expect([refused.status, refused.code]).toEqual([status, code]);
      sockets.add(refused.socket);
    }
    const next = await ask(agent, 'GET', '/auth/me', stranger.token);
    expect(next.status).toBe(200);
    expect(sockets.add(next.socket).size).toBe(1);
    agent.destroy();
  },
);
