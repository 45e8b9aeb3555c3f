import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol (manual, chapter 55). */
const message = (type: string, body: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const ready = message('Z', Buffer.from('I'));
const done = message('C', text('SELECT 0'));

export const fatal = (code: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mwords of the server\0\0`));

/** Answers to the messages of one client. A query is simple ('Q') or ends with a sync ('S'). */
const answers: Record<string, Buffer[]> = {
  Q: [done, ready],
  P: [message('1')],
  B: [message('2')],
  D: [message('n')],
  E: [done],
  S: [ready],
};

export interface FakePostgresServer {
  url: string;
  /** Connections that are open now. */
  sockets: ReadonlySet<Socket>;
  /** Asked before each answer; true: it has done something else instead. */
  intercept: ((socket: Socket, type: string, answer: Buffer) => boolean) | undefined;
  close(): Promise<void>;
}

/** Accepts everybody and every statement and answers each with no rows; tests break its connections at chosen moments. */
export async function startFakePostgresServer(): Promise<FakePostgresServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let rest = Buffer.alloc(0);
    let begun = false;
    const send = (type: string, answer: Buffer) => {
      if (!fake.intercept?.(socket, type, answer) && socket.writable) socket.write(answer);
    };
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const start = begun ? 1 : 0;
        if (rest.length < start + 4) return;
        const end = start + rest.readInt32BE(start);
        if (rest.length < end) return;
        const type = begun ? String.fromCharCode(rest[0]!) : 'startup';
        rest = rest.subarray(end);
        if (type === 'X') return void socket.end();
        if (begun) send(type, Buffer.concat(answers[type] ?? []));
        else send('startup', Buffer.concat([message('R', Buffer.alloc(4)), ready]));
        begun = true;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const fake: FakePostgresServer = {
    url: `postgres://mia:secret@127.0.0.1:${port}/club`,
    sockets,
    intercept: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return fake;
}
