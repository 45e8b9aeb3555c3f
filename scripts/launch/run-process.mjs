import { spawn } from 'node:child_process';

/**
 * Runs a command to its end with our terminal and passes SIGINT and SIGTERM on to it.
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function runProcess(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
    const release = () => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
    };
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      release();
      resolve({ code, signal });
    });
  });
}

/** Shells' convention: 128 + signal number, so that our caller sees how the child ended. */
export function exitCodeOf({ code, signal }, signals) {
  if (code !== null) return code;
  return 128 + (signals[signal] ?? 1);
}
