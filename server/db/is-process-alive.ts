import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process so that a later process with the same number is not mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Changes with every boot; undefined where the system does not tell. */
  boot: string | undefined;
  /** When the process began, in the kernel's own count; undefined where the system does not tell. */
  began: string | undefined;
}

export function identifyThisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), boot: bootId(), began: beganAt(process.pid) };
}

/**
 * Whether the process still runs. 'unknown' when it ran on another host (a container with its own process numbers,
 * a network folder): only its sign of life in the lock file can tell.
 */
export function isProcessAlive(other: ProcessIdentity): boolean | 'unknown' {
  if (other.host !== hostname()) return 'unknown';
  if (other.boot !== undefined && other.boot !== bootId()) return false;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return other.began === undefined || other.began === beganAt(other.pid);
}

function bootId(): string | undefined {
  return readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim();
}

function beganAt(pid: number): string | undefined {
  // The second field is the program's name in parentheses and may hold spaces; "starttime" is the 20th after it.
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not Linux, or the process is gone: both mean "no answer" here.
    return undefined;
  }
}
