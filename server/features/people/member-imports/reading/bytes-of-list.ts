import { gunzipSync } from 'node:zlib';
import { AppError } from '#server/contract/app-error.ts';
import { inputLimits } from '#server/contract/input-limits.ts';

/** The bytes of a list from base64. Clients compress large ones (gzip), because many proxies let no more than 1 MB through. */
export function bytesOfList(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: inputLimits.importFileBytesMax });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new AppError(isTooLarge ? 'import_file_too_large' : 'import_file_not_text', { cause: error });
  }
}
