import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_FLAGS, runtimeEnvironment } from './runtime.mjs';

const KILL_AFTER_MS = 8_000;
const SETTLED_AFTER_MS = 200;
const SERVER_SOURCES = ['server', 'ml', 'migrations'];

/**
 * Server with restart on change and Vite with hot reload, side by side; Ctrl-C ends both. Node's own watch mode is not
 * used: under it the embedded database's worker thread never came up.
 */
export function develop(root, runtime) {
  const env = runtimeEnvironment(runtime);
  const run = (args) => spawn(runtime, args, { cwd: root, env, stdio: 'inherit' });
  const vite = run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false']);
  let server;
  let stopping = false;
  let changed;

  const startServer = () => {
    server = run([...RUNTIME_FLAGS, 'server/main.ts']);
  };
  const restart = () => {
    if (server.exitCode !== null || server.signalCode !== null) return startServer();
    server.once('exit', () => stopping || startServer());
    end(server);
  };
  const watchers = SERVER_SOURCES.map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(changed);
      changed = setTimeout(() => stopping || restart(), SETTLED_AFTER_MS);
    }),
  );
  startServer();

  return new Promise((resolve, reject) => {
    const stop = () => {
      if (stopping) return;
      stopping = true;
      for (const watcher of watchers) watcher.close();
      end(server);
      end(vite);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    vite.on('error', reject);
    vite.on('exit', (code) => {
      stop();
      if (server.exitCode !== null || server.signalCode !== null) resolve(code ?? 0);
      else server.once('exit', () => resolve(code ?? 0));
    });
  });
}

/** SIGTERM first; SIGKILL later, because an open page can keep Vite or the server from ending. */
function end(child) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}
