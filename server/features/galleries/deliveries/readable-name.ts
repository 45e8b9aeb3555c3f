const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What FTP clients and memory cards without UTF-8 write in Europe; it reads any bytes. */
const western = new TextDecoder('windows-1252');

/** The name of a file as people read it: bytes that are no UTF-8 as Windows writes them, and a sign in place of control characters. */
export const readableName = (bytes: Uint8Array): string => decodeName(bytes).replace(/\p{Cc}/gu, '-');

/** Likewise, with its control characters. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}
