import { AppError } from '#server/contract/app-error.ts';

/** A full or absent disk is an answer the user understands; anything else stays the surprise it is. */
export async function mapStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('storage_full', { cause });
    if (code === 'EROFS' || code === 'EACCES' || code === 'EIO' || code === 'ENOENT') {
      throw new AppError('storage_unavailable', { cause });
    }
    throw cause;
  }
}

/** For files that may be missing. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
