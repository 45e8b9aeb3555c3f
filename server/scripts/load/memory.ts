import { readdirSync, readFileSync } from 'node:fs';

/** Resident megabytes of a process and all its descendants; null where the system does not tell. */
export function treeMegabytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = readStatus(name);
    if (status === undefined) continue;
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    resident.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }
  if (!resident.has(pid)) return null;
  const isInTree = (each: number | undefined): boolean =>
    each === pid || (each !== undefined && each > 1 && isInTree(parents.get(each)));
  return [...resident].filter(([each]) => isInTree(each)).reduce((sum, [, megabytes]) => sum + megabytes, 0);
}

/** Processes may end while one looks. */
function readStatus(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
}
