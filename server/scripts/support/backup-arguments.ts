import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { SHORTEST_PASSPHRASE } from '#server/backup/passphrase.ts';
import { OperatorError } from './run-operator-command.ts';

export interface BackupArguments {
  folder: string;
  encrypt: boolean;
  keyFile: string | undefined;
  asItWas: boolean;
}

/** What follows `npm run backup --` and `npm run restore --`. */
export function readBackupArguments(args: string[], usage: string): BackupArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        encrypt: { type: 'boolean' },
        'key-file': { type: 'string' },
        'as-it-was': { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder && more.length === 0)
      return {
        folder,
        encrypt: values.encrypt ?? false,
        keyFile: values['key-file'],
        asItWas: values['as-it-was'] ?? false,
      };
  } catch {
    // an option there is not
  }
  throw new OperatorError(`Usage:\n${usage}`);
}

/** The passphrase in the key file, or one typed in the terminal, where it is not shown. @param twice to catch typos */
export async function readPassphrase(keyFile: string | undefined, twice = false): Promise<string> {
  const passphrase = keyFile ? await readKeyFile(keyFile) : await ask('Passphrase: ');
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new OperatorError(`A passphrase needs at least ${SHORTEST_PASSPHRASE} characters.`);
  if (twice && !keyFile && (await ask('Once more: ')) !== passphrase)
    throw new OperatorError('The two were not the same.');
  return passphrase;
}

async function readKeyFile(path: string): Promise<string> {
  return (
    await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(`The key file ${path} cannot be read (${error.code}).`);
    })
  ).trim();
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorError('There is no terminal to type the passphrase in. Use --key-file <file>.');
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
