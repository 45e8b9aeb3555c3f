import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident megabytes of a process and all its descendants; null where the system does not tell. What they share (the
 * program itself, libraries) counts once: that is the proportional share, which only the owner of a process may read.
 */
export function treeMegabytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? read(Number(name), 'status') : undefined;
    if (status) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  if (!parents.has(pid)) return null;
  const isInTree = (each: number | undefined): boolean =>
    each === pid || (each !== undefined && each > 1 && isInTree(parents.get(each)));
  return [...parents.keys()].filter(isInTree).reduce((sum, each) => sum + residentKilobytes(each) / 1024, 0);
}

function residentKilobytes(pid: number): number {
  const found =
    /^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup') ?? '') ??
    /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status') ?? '');
  return Number(found?.[1] ?? 0);
}

/** Processes may end while one looks. */
function read(pid: number, file: 'status' | 'smaps_rollup'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
