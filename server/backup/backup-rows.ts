import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** Characters of one row; the largest that is made has some hundred thousand. */
const ROW_MAX = 16_000_000;

const key = (root: string) => z.string().regex(new RegExp(`^${root}(/[a-z0-9]+([.-]+[a-z0-9]+)*)+$`));
/** A row that has an original. */
const originalRow = z.looseObject({
  original_key: key('originals'),
  sha256: z.string().regex(/^\\x[0-9a-f]{64}$/),
  bytes: z.number().int().min(0),
});
export type OriginalRow = z.output<typeof originalRow>;

/** Tables whose rows name an original. */
export const originalTables: readonly string[] = ['photo', 'deleted_photo', 'guest_photo'];

const anyRow = z.looseObject({});
const jobRow = z.looseObject({
  payload: z.looseObject({ keys: z.array(key('(originals|renditions)')).optional() }).optional(),
});
const rowSchema = (table: string) =>
  originalTables.includes(table) ? originalRow : table === 'job' ? jobRow : anyRow;

/** One line of a table's file: one row. @throws BackupError when it is none, or names no file that a row may name */
export function parseRow(table: string, line: string): Record<string, unknown> {
  const parsed = rowSchema(table).safeParse(parseJson(line));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new BackupError(
    `The backup is damaged: a row of ${table} is not as one is written${field ? ` (${field})` : ''}.`,
  );
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The lines of a file; an incomplete last one counts too. @throws BackupError when it is not text of lines */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new BackupError('The backup is damaged: a file of rows is not text.', { cause });
    }
  };
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of content) {
    const [first = '', ...others] = decode(chunk).split('\n');
    rest.push(first);
    length += first.length;
    if (length > ROW_MAX) throw new BackupError('The backup is damaged: a row is too long.');
    if (others.length === 0) continue;
    yield rest.join('');
    const last = others.pop()!;
    yield* others;
    rest = [last];
    length = last.length;
  }
  const last = rest.join('') + decode();
  if (last) yield last;
}

/** SQLSTATE classes in which the database, not the backup, is at fault: connection, resources, state, operator, system. */
const databaseFaults = /^(08|40|53|55|57|58|XX)/;

/** What a crafted or damaged row makes of its import, as a BackupError; what it is not to blame for comes back unchanged. */
export function asDamage(error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { code, table, constraint } = error as { code?: unknown; table?: string; constraint?: string };
  const isRefusedByDatabase =
    typeof code === 'string' &&
    /^[0-9A-Z]{5}$/.test(code) &&
    !code.startsWith('E') &&
    !databaseFaults.test(code);
  const isUnreadable =
    error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  if (!isRefusedByDatabase && !isUnreadable) return error;
  const where = [table, constraint].filter(Boolean).join(', ');
  return new BackupError(
    `The backup is damaged: its rows do not fit into the tables${where ? ` (${where})` : ''}.`,
    { cause: error },
  );
}
