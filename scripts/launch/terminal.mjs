/** Messages of the launcher at the terminal: plain lines, without a stack trace where the cause is known. */

/** An error with a known cause: shown as one line, without a stack trace. */
export class LaunchError extends Error {}

export function printLine(line) {
  process.stdout.write(`${line}\n`);
}

export function printError(line) {
  process.stderr.write(`${line}\n`);
}
