/** What the launcher tells the person at the terminal: plain lines, no stack traces for foreseeable trouble. */

/** Trouble with a known cause: shown as one line, without a stack. */
export class LaunchError extends Error {}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function complain(line) {
  process.stderr.write(`${line}\n`);
}
