import { readFile } from 'node:fs/promises';
import { StartError } from '#server/config/start-error.ts';

/** Characters of a passphrase, at least. Apart from encryption.ts, which is not loaded where nothing is encrypted. */
export const SHORTEST_PASSPHRASE = 12;

/** @throws StartError when the file cannot be read, or holds too little */
export async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`BACKUP_KEY_FILE ${path} cannot be read (${error.code}).`);
  });
  const passphrase = text.trim();
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new StartError(`BACKUP_KEY_FILE ${path} holds less than ${SHORTEST_PASSPHRASE} characters.`);
  return passphrase;
}
