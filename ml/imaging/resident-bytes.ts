import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Resident memory of a process, in bytes; undefined outside Linux, where the decoder process checks its own. */
export function residentBytes(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // It has just ended.
    return undefined;
  }
}
