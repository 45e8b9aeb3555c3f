import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';

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
