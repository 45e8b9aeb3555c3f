import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLog } from '#server/http/request-log.ts';
import { bodyWithin, letGoOfUnreadBodies } from '#server/http/slow-senders.ts';

let server: Server;
beforeAll(async () => {
  const app = express();
  app.use(requestLog(pino({ level: 'silent' })), letGoOfUnreadBodies(200));
  app.post('/refused', (_req, res) => void res.status(404).end());
  app.post('/read', bodyWithin(500), express.json(), (req, res) => void res.json(req.body));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Sends the beginning of a body and a byte now and then. Answers what came back when the connection was closed. */
async function drip(path: string, body: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // written to while it was being closed
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n${body}`,
  );
  const timer = setInterval(() => socket.write(' '), 50);
  await new Promise((resolve) => socket.once('close', resolve)); // by an end or by a reset
  clearInterval(timer);
  return answer;
}

test('a body that trickles in is refused in time and its connection closed', async () => {
  const answer = await drip('/read', '{"a": ');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('who was refused without being read may not hold the connection', async () => {
  expect(await drip('/refused', '{"a": ')).toMatch(/^HTTP\/1\.1 404 /);
});

test('a body that is there is read', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/read`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await answer.json()).toEqual({ a: 1 });
});
