import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Erasure } from '#server/features/erasure/replay-erasures.ts';
import type { OpenBackup } from './backup-folder.ts';
import { asDamage, linesOf, parseRow } from './backup-rows.ts';

/**
 * All erasures that the newest backup in the folders beside this one lists, those before this one too; none where this one is
 * the newest. Backups that its passphrase does not open are left out.
 */
export async function readNewestErasures({ folder, manifest }: OpenBackup): Promise<Erasure[]> {
  const parent = dirname(folder.path);
  let newest: OpenBackup = { folder, manifest };
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const other = await folder.openOther(join(parent, entry.name));
    if (other && other.manifest.created_at > newest.manifest.created_at) newest = other;
  }
  const file = newest.manifest.tables.find(({ table }) => table === 'erasure');
  if (newest.folder === folder || !file) return [];
  const erasures: Erasure[] = [];
  try {
    for await (const line of linesOf(newest.folder.read(file)))
      erasures.push(readErasure(parseRow('erasure', line)));
  } catch (error) {
    throw asDamage(error);
  }
  return erasures;
}

/** Null is a missing name, and a time is what Postgres writes. */
function readErasure(row: Partial<Record<keyof Erasure, unknown>>): Erasure {
  return {
    ...(row as unknown as Erasure),
    club_id: (row.club_id as string | undefined) ?? null,
    erased_by: (row.erased_by as string | undefined) ?? null,
    erased_at: new Date((row.erased_at as string).replace(' ', 'T').replace(/\+00$/, 'Z')),
    files_cleaned_at: null,
  };
}
