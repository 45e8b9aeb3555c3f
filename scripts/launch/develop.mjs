import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runtimeEnvironment } from './runtime.mjs';

const KILL_AFTER_MS = 8_000;

/** Server with restart on change and Vite with hot reload, side by side; the end of one ends the other. */
export function develop(root, runtime) {
  const env = runtimeEnvironment(runtime);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const commands = [
    ['--watch', '--watch-preserve-output', '--enable-source-maps', 'server/main.ts'],
    [vite, '--clearScreen', 'false'],
  ];
  const children = commands.map((args) => spawn(runtime, args, { cwd: root, env, stdio: 'inherit' }));
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
    // An open browser page can keep the one from ending.
    setTimeout(() => {
      for (const child of children) child.kill('SIGKILL');
    }, KILL_AFTER_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const ends = children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('exit', (code) => {
          stop();
          resolve(code ?? 0);
        });
      }),
  );
  return Promise.all(ends).then((codes) => Math.max(...codes));
}
