import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Program {
  pid: number;
  output(): string;
  /** Resolves when the output contains the text; rejects when the program ends before. */
  said(text: string): Promise<void>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Runs one of the files in tests/support/programs in a process of its own. */
export function runProgram(name: string, args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [`tests/support/programs/${name}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) throw new Error(`Could not start ${name}`);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    pid: child.pid,
    output: () => output,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(text) && resolve();
        listeners.add(look);
        look();
        ended.then((end) => reject(new Error(`${name} ended (${end}) without saying "${text}":\n${output}`)));
      }),
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
