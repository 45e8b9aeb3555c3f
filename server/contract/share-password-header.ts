/** The header that carries the password of a share link. Unlike an address it stands in no log of a proxy. */
export const sharePasswordHeader = 'x-share-password';

const MARK = "UTF-8''";

/** Headers hold Latin letters only; others are written as in RFC 8187. */
export function writeSharePassword(password: string): string {
  if (/^[!-~]+( [!-~]+)*$/.test(password) && !password.startsWith(MARK)) return password;
  return MARK + encodeURIComponent(password.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** What `writeSharePassword` has written; undefined: something else. */
export function readSharePassword(header: string): string | undefined {
  if (!header.startsWith(MARK)) return undefined;
  try {
    return decodeURIComponent(header.slice(MARK.length));
  } catch {
    return undefined;
  }
}
