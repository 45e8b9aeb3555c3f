import { z } from 'zod';
import { BackupError } from './backup-error.ts';

export const BACKUP_FORMAT = 'clublens-backup';
/** Rises when an older program could not read the folder any more. */
export const BACKUP_VERSION = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Names in it begin with no dot, so that it never leads out of the folder. */
const path = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);
/** A file of a backup before encryption. Its path in the folder has `.age` behind it where the backup is encrypted. */
const file = z.object({ path, bytes: z.number().int().min(0), sha256 });
export type BackupFile = z.output<typeof file>;

const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  /** The time of the database snapshot that all tables were read from. */
  created_at: z.iso.datetime(),
  made_from: z.enum(['embedded', 'server']),
  /** The schema: names of the migrations the database had, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(file.extend({ table: z.string(), rows: z.number().int().min(0) })),
  originals: z.object({
    files: z.number().int().min(0),
    bytes: z.number().int().min(0),
    /** Keys of originals that had a row but no file when the backup was made. */
    missing: z.array(z.string()),
    /** Originals whose bytes were not those that were uploaded, as they are. */
    damaged: z.array(file),
  }),
  /** The signing secret of the installation; only in encrypted backups. */
  secret: file.nullable(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** @throws BackupError when it is no manifest, or that of a newer format */
export function parseManifest(text: string): Manifest {
  const json = parseJson(text) as { format?: unknown; version?: unknown } | null | undefined;
  if (json?.format !== BACKUP_FORMAT)
    throw new BackupError('manifest.json is not that of a Clublens backup.');
  if (typeof json.version === 'number' && json.version > BACKUP_VERSION)
    throw new BackupError(
      `This backup has format ${json.version}; this Clublens reads up to ${BACKUP_VERSION}. Use a newer Clublens.`,
    );
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`manifest.json is damaged: ${issue?.path.join('.')} ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
