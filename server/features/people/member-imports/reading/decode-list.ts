import { AppError } from '#server/contract/app-error.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { ListEncoding } from '#server/contract/member-list-format.ts';

/** Bytes that are looked at to recognise UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;
// Control characters other than tab, line feed, vertical tab, form feed and carriage return: no text has them.
const binary = /[^\P{Cc}\t-\r\u0080-\u009f]/u;

/** The text of a list; its lines end in a line feed. Throws when it is empty, too large or not text. */
export function decodeList(
  bytes: Uint8Array,
  chosen?: ListEncoding,
): { text: string; encoding: ListEncoding } {
  if (bytes.length === 0) throw new AppError('import_file_empty');
  if (bytes.length > inputLimits.importFileBytesMax) throw new AppError('import_file_too_large');
  const encoding = chosen ?? guessEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text === null) throw new AppError(chosen ? 'import_encoding_wrong' : 'import_file_not_text');
  if (binary.test(text)) throw new AppError('import_file_not_text');
  if (text.trim() === '') throw new AppError('import_file_empty');
  return { text: text.replace(/\r\n?/g, '\n'), encoding };
}

function guessEncoding(bytes: Uint8Array): ListEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return guessUtf16(bytes) ?? (decode(bytes, 'utf-8') === null ? 'windows-1252' : 'utf-8');
}

/** In UTF-16 every second byte of European text is zero: the second of each pair in little endian, else the first. */
function guessUtf16(bytes: Uint8Array): ListEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const pairs = sample.length / 2;
  if (zeros[1]! > pairs * 0.7 && zeros[0] === 0) return 'utf-16le';
  if (zeros[0]! > pairs * 0.7 && zeros[1] === 0) return 'utf-16be';
  return undefined;
}

/** Null where the bytes are not of this encoding. A byte order mark is left out. */
function decode(bytes: Uint8Array, encoding: ListEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
