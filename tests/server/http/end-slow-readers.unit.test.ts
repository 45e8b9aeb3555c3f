import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSlowReaders } from '#server/http/end-slow-readers.ts';

const PERIOD_MS = 400;
let asked = 0;
const server = createServer((req, res) => {
  asked += 1;
  if (req.url === '/events') res.write('one\n');
  else Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024))).pipe(res);
});
beforeAll(async () => {
  endSlowReaders(server, { everyMs: PERIOD_MS, bytes: 8 * 1024 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return socket;
}
const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));

test('an answer that nobody reads is ended; one that is read slowly, or waits for what is next, goes on', async () => {
  const silent = await Promise.all(Array.from({ length: 10 }, () => ask('/')));
  for (const socket of silent) socket.pause();
  const waiting = await ask('/events');
  waiting.resume();
  const slow = await ask('/');
  slow.pause();
  const reading = setInterval(() => {
    slow.read(256 * 1024);
  }, PERIOD_MS / 8);
  await expect.poll(() => asked, { timeout: 60_000 }).toBe(12);
  await expect.poll(connections, { timeout: 60_000 }).toBe(2);
  await delay(2 * PERIOD_MS);
  expect(await connections()).toBe(2);
  clearInterval(reading);
  for (const socket of [...silent, waiting, slow]) socket.destroy();
});
