import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { StartError } from '#server/config/start-error.ts';
import { isOlder, waitForPostgresServer } from '#server/db/wait-for-postgres-server.ts';
import { createLogger } from '#server/logger.ts';

const log = createLogger('silent');
let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers every connection with one error in PostgreSQL's wire format. */
async function refusingWith(code: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mwords of the server\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return `postgres://mia:pass-phrase@127.0.0.1:${port}/club`;
}
const fault = (url: string, withinMs: number) =>
  waitForPostgresServer(url, log, withinMs).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a database server that cannot be used', () => {
  it('is named with what to do, and never with its password', async () => {
    const cases = [
      ['28P01', 'does not let mia in'],
      ['3D000', 'no database club'],
    ] as const;
    for (const [code, words] of cases) {
      const error = await fault(await refusingWith(code), 5_000);
      expect(error).toBeInstanceOf(StartError);
      expect((error as Error).message).toContain(words);
      expect((error as Error).message).not.toContain('pass-phrase');
      server?.close();
    }
  });

  it('is waited for while it starts, and given up on in the end', async () => {
    const url = await refusingWith('57P03');
    let calls = 0;
    server?.on('connection', () => (calls += 1));
    const error = await fault(url, 1_500);
    expect(calls).toBeGreaterThan(1);
    expect((error as Error).message).toMatch(/cannot be reached \(57P03\)/);
    server?.close();
    const gone = await fault(url, 0);
    expect((gone as Error).message).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });

  it('is told by its version whether it is too old', () => {
    expect(isOlder('0.8.1', '0.8.2')).toBe(true);
    expect(isOlder('0.8.2', '0.8.2')).toBe(false);
    expect(isOlder('0.8.10', '0.8.2')).toBe(false);
    expect(isOlder('0.10.0', '0.8.2')).toBe(false);
  });
});
