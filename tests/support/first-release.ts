import { cpSync, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import sharp from 'sharp';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { syntheticEmbedding } from './faces.ts';
import { bareFolder } from './test-settings.ts';

/**
 * The data folder of a server of the first release (commit 78b4c87) that used detector yunet and recogniser
 * dlib_resnet: one gallery of four photos with 18 faces of 10 people, three named, two merged, one face rejected, one
 * moved out, one person hidden, and a match threshold of 0.06. All rows are as that server wrote them, but for sessions,
 * notifications and embeddings.
 */
const rowsFile = new URL('fixtures/first-release.json', import.meta.url);
const migrationsFolder = new URL('../../migrations/before-0.1.0/', import.meta.url);
/** The migrations that release had. */
const MIGRATIONS = [
  '20261121T0900-people-clubs-events',
  '20261121T0910-galleries-photos-faces',
  '20261121T0920-notifications-audit-settings',
  '20261121T0930-jobs',
  '20261121T0940-stale-analyses',
  '20261121T0950-download-selections',
  '20261121T0960-announced-galleries',
];

type Row = Record<string, unknown>;
export type FirstRelease = Record<
  'person' | 'people_decision' | 'assignment' | 'rejection' | 'face' | 'face_job' | 'photo' | 'gallery',
  Row[]
>;

/** Writes that folder anew, on the embedded database; answers its rows. */
export async function restoreFirstRelease(dataDir: string): Promise<FirstRelease> {
  const rows = JSON.parse(await readFile(rowsFile, 'utf8')) as FirstRelease;
  // No real person's numbers: those of one person are alike, as they were.
  const personOf = new Map(rows.assignment.map(({ face_id, person_id }) => [face_id, String(person_id)]));
  for (const face of rows.face)
    face.embedding = JSON.stringify([...syntheticEmbedding(personOf.get(face.id) ?? String(face.id), 0.001)]);
  await insertRows(dataDir, rows);
  for (const photo of rows.photo) await writePhoto(join(dataDir, 'photos'), photo);
  return rows;
}

async function insertRows(dataDir: string, rows: FirstRelease): Promise<void> {
  if (existsSync(bareFolder())) cpSync(bareFolder(), dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  try {
    const migrations: Record<string, Migration> = {};
    for (const name of MIGRATIONS)
      migrations[name] = await import(new URL(`${name}.ts`, migrationsFolder).href);
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db: database.db, provider }).migrateToLatest();
    if (error) throw error;
    await database.db.transaction().execute(async (trx) => {
      // The rows come by table and not in the order of their references.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [table, of] of Object.entries(rows)) {
        const columns = sql.join(Object.keys(of[0] ?? {}).map((name) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
          from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(of)})`.execute(trx);
      }
    });
  } finally {
    await database.close();
  }
}

const samplesFolder = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** The same pictures that server had: groups from the npm package, as they are and mirrored. */
async function writePhoto(folder: string, photo: Row): Promise<void> {
  const [name, number] = String(photo.filename).replace('.jpg', '').split('-');
  let picture = sharp(join(samplesFolder, `sample${name === 'stairs' ? 5 : 4}.jpg`)).resize(560);
  if (number === '2') picture = picture.flop().modulate({ brightness: name === 'stairs' ? 1.08 : 0.92 });
  const bytes = await picture.jpeg({ quality: 72 }).toBuffer();
  const large = renditionKey(String(photo.id), 'large', Number(photo.rendition_version));
  for (const key of [String(photo.original_key), large]) {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), bytes);
  }
}
