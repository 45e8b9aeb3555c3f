import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#scripts/support/free-port.ts';

/** Debian installs it beside what only root runs. */
const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));
export const hasPgBouncer = program !== undefined;

export interface PgBouncer {
  /** The same database through the pooler. */
  through(databaseUrl: string): string;
  /** A command of its console. */
  command(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode before a server, with the account of its URL. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'clublens-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const account = password && ` password=${decodeURIComponent(password)}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort || 5432} user=${decodeURIComponent(username)}${account}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
${userInfo().uid === 0 ? 'user = nobody' : ''}
`,
    { mode: 0o644 },
  );
  const child = spawn(program!, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error('PgBouncer did not start');
    await delay(100);
  }
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  return {
    through,
    command: async (statement) => {
      const url = new URL(through(serverUrl));
      url.pathname = '/pgbouncer';
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
