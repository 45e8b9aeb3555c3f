import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { RUNTIME_FLAGS, runtimeEnvironment } from './runtime.mjs';
import { printError } from './terminal.mjs';

/** Native code (decoder, inference) died under the server: 128 + SIGILL, SIGABRT, SIGSEGV, or SIGBUS. */
const CRASH_SIGNALS = new Set(['SIGILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS']);
const CRASH_CODES = new Set([132, 134, 135, 139]);
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** A server that ran this long was healthy: the pauses after a crash start from the shortest again. */
const HEALTHY_AFTER_MS = 60_000;
const PARENT_CHECK_MS = 500;

/**
 * Runs the server and starts it again, with growing pauses, when native code crashed it. Everything else
 * (wrong settings, a taken port, an orderly stop) ends the launcher with the server's own exit code.
 */
export async function serve(root, runtime, args = []) {
  let delay = FIRST_DELAY_MS;
  for (;;) {
    const startedAt = Date.now();
    const end = await runOnce(root, runtime, args);
    if (end.stopped || !isNativeCrash(end)) {
      return end.code ?? 128 + (constants.signals[end.signal] ?? 1);
    }
    if (Date.now() - startedAt > HEALTHY_AFTER_MS) delay = FIRST_DELAY_MS;
    printError(
      `The server crashed in native code (${end.signal ?? end.code}); starting it again in ${delay / 1000} s.`,
    );
    if (await interruptedWhileWaiting(delay)) return 0;
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}

function isNativeCrash({ code, signal }) {
  return CRASH_SIGNALS.has(signal) || CRASH_CODES.has(code);
}

/** Where Node keeps the compiled code of the server, its threads and its decoders; it does without where it cannot write. */
const codeFolder = (root) => process.env.NODE_COMPILE_CACHE ?? join(root, 'dist', 'compiled-code');

function runOnce(root, runtime, args) {
  return new Promise((resolve, reject) => {
    // The channel carries no messages: it tells the server that its launcher is gone, so that it stops too.
    const child = spawn(runtime, [...RUNTIME_FLAGS, ...args, 'server/main.ts'], {
      cwd: root,
      env: runtimeEnvironment(runtime, { NODE_COMPILE_CACHE: codeFolder(root) }),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let stopped = false;
    // Ctrl-C reaches the server as well, from the terminal: the server takes a second signal as the same wish.
    const stop = () => {
      stopped = true;
      child.kill('SIGTERM');
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    const ungoverned = whenNpmIsGone(stop);
    const release = () => {
      clearInterval(ungoverned);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
    };
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      release();
      resolve({ code, signal, stopped });
    });
  });
}

/**
 * Ending `npm start` ends the server too. npm does not always pass the signal on to its child; then its shell is gone
 * and this process has another parent. Started without npm, a change of parent means nothing.
 */
function whenNpmIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS);
}

function interruptedWhileWaiting(delay) {
  return new Promise((resolve) => {
    const finish = (interrupted) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt);
      resolve(interrupted);
    };
    const interrupt = () => finish(true);
    const timer = setTimeout(() => finish(false), delay);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
  });
}
