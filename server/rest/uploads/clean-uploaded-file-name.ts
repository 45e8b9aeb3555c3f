import { basename } from 'node:path';
import { inputLimits } from '#server/contract/input-limits.ts';

/** A file's name is only ever shown, never used as a path. Control characters and folders are taken off. */
export function cleanFileName(name: string): string {
  const clean = basename(cleanPath(name).replaceAll('\\', '/')).slice(0, inputLimits.nameMax).trim();
  return clean || 'photo';
}
/** The path within an uploaded folder, as it is shown. */
export const cleanPath = (path: string): string =>
  path
    .normalize('NFC')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, inputLimits.descriptionMax);
