import { EventEmitter, once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { requestLog } from '#server/http/request-log.ts';
import { bodyTimeout, closeUnreadBodies } from '#server/http/unread-bodies.ts';

const MEGABYTE = 1024 ** 2;
let server: Server;
/** Tells of requests to /open, with the response that the test ends when it wants to. */
const arrivals = new EventEmitter<{ open: [Response] }>();
beforeAll(async () => {
  const app = express();
  app.use(
    requestLog(pino({ level: 'silent' }), new Set()),
    closeUnreadBodies({ ms: 200, bytes: 8 * MEGABYTE }),
  );
  app.post('/half-read', (req, res) => {
    req.once('data', () => {
      req.pause();
      res.status(403).end('no');
    });
  });
  app.get('/open', (_req, res) => void arrivals.emit('open', res));
  app.post('/refused', (_req, res) => void res.status(404).end());
  app.post('/read', bodyTimeout(500), express.json(), (req, res) => void res.json(req.body));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => void vi.useRealTimers());

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

/** A POST whose body the caller writes, and its answer. */
function begin(agent: Agent, path: string, bytes: number) {
  const sending = request({
    agent,
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { 'Content-Length': bytes },
  });
  const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
  return { sending, answer };
}

test('a body that arrives after the refusal leaves the connection to the next request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { sending, answer } = begin(agent, '/half-read', 4 * MEGABYTE);
  sending.write(Buffer.alloc(1_000));
  const [refusal] = await answer;
  const connection = sending.socket;
  expect([refusal.statusCode, await text(refusal)]).toEqual([403, 'no']);
  sending.end(Buffer.alloc(4 * MEGABYTE - 1_000));

  const port = (server.address() as AddressInfo).port;
  const arrival = once(arrivals, 'open') as Promise<[Response]>;
  const second = request({ agent, port, host: '127.0.0.1', path: '/open' }).end();
  const secondAnswer = once(second, 'response') as Promise<[IncomingMessage]>;
  const [response] = await arrival;
  expect(second.socket).toBe(connection);
  await vi.advanceTimersByTimeAsync(60_000); // the time for the first body is long over
  response.end('served');
  const [served] = await secondAnswer;
  expect([served.statusCode, await text(served)]).toEqual([200, 'served']);
  agent.destroy();
});

test('a refused body is not read without end', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // written to while it was being closed
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024);
  const more = () => {
    while (!socket.destroyed) {
      sent += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.write('POST /half-read HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n');
  socket.on('drain', more);
  more();
  socket.resume();
  await closed;
  expect(sent).toBeLessThan(9_000_000_000);
});
