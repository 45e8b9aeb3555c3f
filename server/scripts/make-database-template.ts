/** `node server/scripts/make-database-template.ts <folder>`: what new installations copy. Run by the build. */
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeMigratedDatabase } from '#server/db/database-template.ts';
import { asCommand, OperatorError } from './support/run-operator-command.ts';

await asCommand(async () => {
  const [dataDir] = process.argv.slice(2);
  if (!dataDir) throw new OperatorError('Which folder? make-database-template.ts <folder>');
  await makeMigratedDatabase({ dataDir, databaseUrl: undefined });
  // The server may run as another user than the build. There is nothing in it that nobody may read.
  await chmod(dataDir, 0o755);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  return 0;
});
