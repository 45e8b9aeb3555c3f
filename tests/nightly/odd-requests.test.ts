import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import { preparedDataDir, type ServerProcess, startServer } from '#tests/support/server-process.ts';

const noHost = 'GET {path} HTTP/1.1\r\n\r\n';
const withHost = (host: string) => `{method} {path} HTTP/1.1\r\nHost: ${host}\r\n{body}`;
const withTarget = (target: string) => `{method} ${target} HTTP/1.1\r\nHost: x\r\n{body}`;
/** Requests from which no address can be made: 400, before anything else happens. */
const withoutAddress = [
  noHost,
  withHost(''),
  withHost('a:b@c'),
  withHost('@c'),
  withHost('a:99999'),
  withHost('a:b'),
  withHost('a%b'),
  withHost('a%00b'),
  withHost('a/b'),
  withHost('a?b'),
  withHost('a#b'),
  withHost('a\\b'),
  withHost('a b'),
  withHost('[::1'),
  withHost('[::g]:1'),
  withHost('1.2.3.999'),
  withHost('a\r\nHost: b'),
  withHost(`${'a'.repeat(300)}@b`),
  withTarget('http://a:b@127.0.0.1{path}'),
  withTarget('http://a@127.0.0.1{path}'),
  withTarget('http://a:99999{path}'),
  withTarget('http://{path}'),
  withTarget('ftp://a{path}'),
  withTarget('javascript:{path}'),
  withTarget('a{path}'),
  withTarget('*'),
];
/** Odd requests with an address: any answer will do, for everybody else nothing changes. */
const odd = [
  withTarget('http://127.0.0.1{path}'),
  withTarget('http://other.example:80{path}?input=%7B'),
  withTarget('/{path}'),
  withTarget('//a:b@c{path}'),
  withTarget('{path}//a:b@c/x'),
  withTarget('{path}/%'),
  withTarget('{path}/%00%ff'),
  withTarget('{path}/../../%2e%2e/etc'),
  withTarget('{path}?input=%'),
  withTarget('{path}?batch=1&input={"0":'),
  withTarget('{path},{path}?batch=1'),
  withTarget('{path}?input=null&batch=%00'),
  withTarget(`{path}?${'a[]=1&'.repeat(500)}`),
  withTarget(`{path}${'/a'.repeat(3_000)}`),
  'PATCH {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
  'TRACE {path} HTTP/1.1\r\nHost: x\r\n\r\n',
  'PROPFIND {path} HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET {path} HTTP/1.0\r\n\r\n',
  'GET {path} HTTP/9.9\r\nHost: x\r\n\r\n',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Encoding: br\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nRange: bytes=9-1,-\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \u00e9.\u00ff.%\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: =;;%=%;__proto__=1\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nOrigin: null\r\nX-Forwarded-Host: a:b@c\r\nX-Forwarded-For: %\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nIf-Modified-Since: \u00ff\r\nIf-None-Match: ,\r\nAccept-Language: %,;q=\r\n{body}',
  '{method} {path} HTTP/1.1\r\nHost: x\r\nTrpc-Accept: application/jsonl\r\nAccept: text/event-stream\r\n{body}',
  `{method} {path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n{body}`,
  '\u0016\u0003\u0001\r\n\r\n',
];
const bodies = [
  '\r\n',
  'Content-Length: 0\r\n\r\n',
  'Content-Type: application/json\r\nContent-Length: 4\r\n\r\n{"__',
  'Content-Type: application/json\r\nContent-Length: 4\r\n\r\nnull',
  'Content-Type: application/json; charset=x\r\nContent-Length: 2\r\n\r\n{}',
  `Content-Type: application/json\r\nContent-Length: 8000\r\n\r\n${'['.repeat(8_000)}`,
  'Content-Type: application/json\r\nContent-Length: 30\r\n\r\n{"__proto__":{"then":"x"}}    ',
  'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 13\r\n\r\n%=%&a[b][c]=1',
  'Content-Type: multipart/form-data; boundary=\r\nContent-Length: 4\r\n\r\n----',
  'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n\r\n--x\r\n\r\n--x',
];

let server: ServerProcess;
let remove: () => Promise<void>;
let paths: { method: string; path: string }[];
beforeAll(async () => {
  const folder = await preparedDataDir();
  remove = folder.remove;
  server = await startServer({
    dataDir: folder.dataDir,
    env: { DATABASE_URL: '', LOG_LEVEL: 'error' },
    until: '/healthz',
  });
  paths = await everyPath();
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

/** One of each procedure, route and page. */
async function everyPath(): Promise<typeof paths> {
  const document = await fetch(`${server.url}/api/openapi.json`).then((answer) => answer.json());
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method, path: path.startsWith('/api') ? path : `/api${path}` })),
  );
  const types = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const procedures = Object.entries(types).map(([name, { _def }]) => ({
    method: _def.type === 'mutation' ? 'post' : 'get',
    path: `/trpc/${name}`,
  }));
  expect(described.length).toBeGreaterThan(routes.length);
  const others = [
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/x.js',
    '/manifest.webmanifest',
    '/gallery/1',
  ];
  return [...procedures, ...described, ...others.map((path) => ({ method: 'get', path }))].map(
    ({ method, path }) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{[^}]+\}/g, '0190163d-8694-739b-aea5-966c26f8ad91'),
    }),
  );
}

/** Sends bytes as they are and answers the status of the first answer; 0 where the connection was closed without one. */
function send(request: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    };
    socket.setTimeout(10_000, done);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (/^HTTP\/1\.1 [2-5]\d\d/.test(answer)) done();
    });
    socket.on('error', () => {}); // closed while we were writing; 'close' follows
    socket.on('close', done);
    socket.write(request, 'latin1');
  });
}

/** Every shape on one path in `every`, and all of them on the first, a middle and the last. */
async function sendAll(shapes: string[], every: number): Promise<{ request: string; status: number }[]> {
  const requests = paths.flatMap(({ method, path }, at) =>
    shapes
      .filter((_, shape) => at % every === shape % every || at % Math.floor(paths.length / 3) === 0)
      .map((shape, n) =>
        shape
          .replaceAll('{method}', method)
          .replaceAll('{path}', path)
          .replaceAll('{body}', bodies[method === 'GET' ? 0 : (at + n) % bodies.length] as string),
      ),
  );
  const answers: { request: string; status: number }[] = [];
  const waiting = requests.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const request of waiting) answers.push({ request, status: await send(request) });
    }),
  );
  return answers;
}

const alive = async () => {
  expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
  expect((await fetch(`${server.url}/trpc/installationSettings.public`)).status).toBe(200);
};

test('a request without an address is answered 400 by every route and procedure', async () => {
  const answers = await sendAll(withoutAddress, 5);
  expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  await alive();
});

test('no odd target, method, header or body ends the server or is left unanswered by it', async () => {
  const answers = await sendAll(odd, 9);
  const unanswered = answers.filter(({ request, status }) => status === 0 && !request.startsWith('CONNECT'));
  expect(unanswered).toEqual([]);
  expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  await alive();
  expect(server.output()).not.toContain('not caught');
});
