import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-statuses.ts';

/**
 * What people typed into a search, as patterns for `like` on text in lower case: each word may stand anywhere, and all
 * have to. `%`, `_` and `\` are ordinary characters to people.
 */
export const searchPatterns = (typed = ''): string[] =>
  (typed.toLowerCase().match(/\S+/g) ?? []).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

type PostgresError = { code?: string; constraint?: string };

/** Runs a write and turns the violation of a named unique constraint into its own error. */
export async function translatingConflicts<T>(
  conflicts: Record<string, ErrorCode>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as PostgresError;
    const known = code === '23505' && constraint ? conflicts[constraint] : undefined;
    if (known) throw new AppError(known, { cause: error });
    throw error;
  }
}

/** Only the fields that were sent; the others are left as they are by an update. */
export function definedFields<T extends Record<string, unknown>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Rows in parts, so that a statement stays well below Postgres' 65,535 parameters. */
export function* chunks<T>(items: T[], size = 2_000): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
