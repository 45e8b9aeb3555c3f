import { AppError } from '#server/contract/app-error.ts';

const FULL = /StorageFull|Quota/i;

interface ServiceError {
  name?: string;
  $metadata?: { httpStatusCode?: number | undefined };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as ServiceError | undefined)?.$metadata?.httpStatusCode;
export const isNotFound = (error: unknown): boolean => statusOf(error) === 404;

/** A service that is away, refuses or is full is an answer the user understands. Its own words are for the log. */
export async function mapS3Errors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw asStorageError(cause);
  }
}

export function asStorageError(error: unknown): Error {
  if (error instanceof AppError) return error;
  const { name, message } = error as Error;
  const status = statusOf(error);
  const isFull = status === 507 || FULL.test(name);
  // Not the error itself: it holds the answer of the service, and that may name the key.
  const cause = new Error(`${name}: ${message}${status === undefined ? '' : ` (${status})`}`);
  return new AppError(isFull ? 'storage_full' : 'storage_unavailable', { cause });
}
