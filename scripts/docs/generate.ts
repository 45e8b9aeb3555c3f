/** `npm run docs`: writes the files that are made of definitions in the code and of the schema. Tests compare them. */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { generatedFiles } from './setting-texts.ts';
import { writeTableTypes } from './table-types.ts';

for (const [file, make] of Object.entries(generatedFiles)) write(file, make());
write('server/db/tables.ts', await describeTables());

function write(file: string, content: string): void {
  writeFileSync(file, content);
  console.log(file);
}

/** The tables of a database that is made for this. */
async function describeTables(): Promise<string> {
  const log = createLogger('error');
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-docs-'));
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log);
  try {
    await migrateDatabase(database, log);
    return await writeTableTypes(database.db);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true });
  }
}
