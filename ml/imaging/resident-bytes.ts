import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Memory a process holds right now, or undefined where the system does not tell (it looks itself then). */
export function residentBytes(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // It has just ended.
    return undefined;
  }
}
