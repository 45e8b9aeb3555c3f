import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { BackupError } from './backup-error.ts';
import type { OpenBackup } from './backup-folder.ts';
import { exportTable, fixTextFormats } from './export-tables.ts';
import { openCopiedDatabase } from './open-copied-database.ts';
import { originalsOf } from './originals.ts';
import { restoreTables } from './restore-tables.ts';
import { describeTables } from './table-shapes.ts';

/** Between this many and twice as many originals, all where there are fewer, are read to their end, spread over all of them. */
const SAMPLES = 20;
/** How many of the originals that are read are decoded, too. */
const DECODED = 3;

/** Decodes the file, or throws. */
export type DecodePicture = (path: string) => Promise<void>;

/**
 * Restores the rows into a new embedded database and writes them out again, which has to give the same files;
 * then reads some originals and decodes a few of them.
 * @param scratch a folder of no other use. A copy of an embedded database in it is emptied and used, because making a
 * new one takes long
 * @throws BackupError when the backup could not be restored
 */
export async function verifyBackupByRestoring(
  backup: OpenBackup,
  scratch: string,
  decode: DecodePicture,
): Promise<void> {
  await restoreAndCompareRows(backup, scratch);
  await readSampleOriginals(backup, scratch, decode);
}

async function restoreAndCompareRows({ folder, manifest }: OpenBackup, scratch: string): Promise<void> {
  const database = await openCopiedDatabase(scratch);
  try {
    await database.withoutTimeout(() =>
      database.db.transaction().execute(async (trx) => {
        await sql`drop schema public cascade`.execute(trx);
        await sql`create schema public`.execute(trx);
        await restoreTables(trx, folder, manifest);
      }),
    );
    await database.db.transaction().execute(async (trx) => {
      await fixTextFormats(trx);
      for (const table of await describeTables(trx)) {
        const hash = createHash('sha256');
        for await (const lines of exportTable(trx, table)) hash.update(lines);
        const written = manifest.tables.find((file) => file.table === table.name);
        if (hash.digest('hex') !== written?.sha256)
          throw new BackupError(`The restored table ${table.name} is not the one that was backed up.`);
      }
    });
  } finally {
    await database.close();
  }
}

async function readSampleOriginals(
  { folder, manifest }: OpenBackup,
  scratch: string,
  decode: DecodePicture,
): Promise<void> {
  const { files, missing, damaged } = manifest.originals;
  const faulty = new Set([...missing, ...damaged.map(({ path }) => path)]);
  const every = Math.max(1, Math.floor(files / SAMPLES));
  let position = 0;
  let decoded = 0;
  for await (const { key, file } of originalsOf(folder, manifest.tables)) {
    if (faulty.has(key) || faulty.has(file.path) || position++ % every !== 0) continue;
    const path = join(scratch, `original-${position}`);
    await pipeline(Readable.from(folder.read(file)), createWriteStream(path));
    if (decoded++ < DECODED)
      await decode(path).catch((cause: Error) => {
        throw new BackupError(`The original ${key} could not be decoded: ${cause.message}`, { cause });
      });
    await rm(path);
  }
}
