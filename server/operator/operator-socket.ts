import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import type { Installation } from '#server/backup/run-backup.ts';
import {
  type OperatorAnswer,
  type OperatorRequest,
  operatorRequest,
  runOperatorAction,
} from './admin-commands.ts';
import { type BackupRequest, backUp, backupRequest } from './back-up.ts';

/** Without `import`, see server/node-http.ts. */
const { createServer, request } = process.getBuiltinModule('node:http');

/** The kernel's limit for the path of a socket file is 108 bytes; a little less leaves room. */
const LONGEST_SOCKET_PATH = 100;

type OperatorContext = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'log'> & {
  installation: Installation;
  /** Scheme and host where the server is reached. */
  address: string;
};
const anyRequest = z.union([operatorRequest, backupRequest]);

/**
 * HTTP on a socket file in the data folder (a named pipe on Windows), for commands on the same machine. Only the
 * owner of the server's files can open it, so a request needs no account. A running server has to do the work itself
 * with the embedded database, which no second process may open.
 * @returns how to close it
 */
export async function listenForOperator(dataDir: string, ctx: OperatorContext): Promise<() => Promise<void>> {
  const path = operatorSocketPath(dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile) await rm(path, { force: true }); // left by a killed server: the data folder has one server
  const server = createServer((req, res) => void answer(ctx, req, res));
  server.listen(path);
  await once(server, 'listening');
  if (isFile) await chmod(path, 0o600);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    if (isFile) await rm(path, { force: true });
  };
}

/** Asks a running server; undefined when none listens in this data folder. */
export async function askRunningServer(
  dataDir: string,
  wanted: OperatorRequest | BackupRequest,
): Promise<OperatorAnswer | undefined> {
  const asked = request({ socketPath: operatorSocketPath(dataDir), method: 'POST' });
  asked.end(JSON.stringify(wanted));
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return (await json(response)) as OperatorAnswer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

async function answer(ctx: OperatorContext, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const reply = (status: number, body: OperatorAnswer) => res.writeHead(status).end(JSON.stringify(body));
  try {
    const wanted = anyRequest.safeParse(await json(req));
    if (!wanted.success) return void reply(400, { ok: false, message: 'The request was not understood.' });
    const outcome =
      wanted.data.action === 'backup'
        ? await backUp(ctx.installation, wanted.data)
        : await runOperatorAction(ctx, wanted.data);
    ctx.log.info({ action: wanted.data.action, ok: outcome.ok }, 'an operator’s command was run');
    reply(200, { ...outcome, address: ctx.address });
  } catch (error) {
    ctx.log.error({ err: error }, 'an operator’s command failed');
    reply(500, { ok: false, message: 'The running server could not do it; its log says why.' });
  }
}

function operatorSocketPath(dataDir: string): string {
  const name = `clublens-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inside = join(dataDir, 'operator.sock');
  return inside.length <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `${name}.sock`);
}
