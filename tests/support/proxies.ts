import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#scripts/support/free-port.ts';

export type ProxyKind = 'nginx' | 'apache2' | 'caddy';

export function hasProxy(kind: ProxyKind): boolean {
  const isHere =
    process.platform === 'linux' &&
    spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${kind}`]).status === 0;
  if (!isHere) console.warn(`SKIPPED: what passes through ${kind} (it is not here)`);
  return isHere;
}

/** Apache's modules on Debian; elsewhere the test is skipped with the binary. */
const APACHE_MODULES = [
  'mpm_event',
  'authz_core',
  'authn_core',
  'authn_file',
  'authz_user',
  'auth_basic',
  'proxy',
  'proxy_http',
  'headers',
];

const isRoot = process.getuid?.() === 0;

const configurations: Record<ProxyKind, (folder: string, port: number, to: string, lines: string) => string> =
  {
    nginx: (folder, port, to, lines) => `
    ${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/errors; worker_processes 1;
    events {}
    http {
      access_log ${folder}/access;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${to}; ${lines} } }
    }`,
    apache2: (folder, port, to, lines) => `
    ${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
    ServerRoot ${folder}
    DefaultRuntimeDir ${folder}
    PidFile ${folder}/pid
    ErrorLog ${folder}/errors
    ServerName localhost
    Listen 127.0.0.1:${port}
    ${isRoot ? 'User nobody\nGroup nogroup' : `User ${userInfo().username}`}
    ProxyPass / ${to}/
    ProxyPassReverse / ${to}/
    ${lines}`,
    caddy: (folder, port, to, lines) => `{
      admin off
      auto_https off
      storage file_system ${folder}
    }
    http://:${port} {
      bind 127.0.0.1
      reverse_proxy ${to} {
        ${lines}
      }
    }`,
  };

const commands: Record<ProxyKind, (file: string) => string[]> = {
  nginx: (file) => ['nginx', '-c', file],
  apache2: (file) => ['apache2', '-DFOREGROUND', '-f', file],
  caddy: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
};

/** A real proxy on a port of its own. `lines` stand where the operator would put them: nginx's location, Caddy's reverse_proxy. */
export async function startProxy(kind: ProxyKind, to: string, { lines = '', port = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), `clublens-${kind}-`));
  port ||= await freePort();
  const file = join(folder, 'configuration');
  writeFileSync(file, configurations[kind](folder, port, to, lines));
  const [command = '', ...args] = commands[kind](file);
  const child = spawn(command, args, {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own: Apache's workers end with it, and at once
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const until = Date.now() + 20_000;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${kind} did not start:\n${said}`);
    await delay(50);
  }
  return {
    /** `localhost`: browsers say Sec-Fetch-Site there as they do over https. */
    url: `http://localhost:${port}`,
    async close() {
      const gone = once(child, 'exit');
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // not yet
  } finally {
    socket.destroy();
  }
}
