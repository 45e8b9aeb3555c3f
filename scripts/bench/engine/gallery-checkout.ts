/**
 * Photos come to a gallery of made-up faces, and the job of a checkout groups them, on a database of its own. Arguments: the
 * checkout, which may be of an old commit, and an `UploadCase`; then `fill` and a folder that gets the gallery as it was before, or
 * `group` and that folder, of which a copy is used. Without these the gallery is made and grouped at once.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { v7 } from 'uuid';
import type { ClusterFace } from '#ml/index.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import type { DB } from '#server/db/tables.ts';
import type { UploadCase, UploadCost } from './cluster-bench.ts';
import { geometries, syntheticFaces } from './synthetic-faces.ts';

const [checkout = '', json = '', task, folder = ''] = process.argv.slice(2);
const { faces: count, photosMore }: UploadCase = JSON.parse(json);
const load = (file: string) => import(pathToFileURL(path.join(checkout, file)).href);
const { openDatabase } = await load('server/db/database.ts');
const { migrateDatabase } = await load('server/db/migrate.ts');
const { clusterGallery } = await load('server/jobs/handlers/cluster-gallery.ts');
const { createLogger } = await load('server/logger.ts');
const { MemoryBus } = await load('server/live/bus.ts');
const { systemClock } = await load('server/clock.ts');

/** As many groupings as while 100 photos are recognised here, and one when all have come. */
const RUNS = 10;

const { faces, truth } = syntheticFaces(count, 1, geometries.sface);
const whoIs = new Map(faces.map(({ id }, i) => [id, truth[i]!]));
const photoNames = [...new Set(faces.map(({ photoId }) => photoId))].sort();
// Every so many photos in the order of their names, so that the new ones show all sorts of people.
const step = Math.max(1, Math.floor(photoNames.length / photosMore));
const added = photoNames.filter((_, i) => i % step === 0).slice(0, photosMore);
const isAdded = new Set(added);
const ofPhoto = Map.groupBy(faces, ({ photoId }) => photoId);

const dataDir = task === 'fill' ? folder : await mkdtemp(path.join(tmpdir(), 'clublens-bench-'));
if (task === 'group') await cp(folder, dataDir, { recursive: true });
const log = createLogger('error');
const database = await openDatabase({ dataDir, databaseUrl: process.env.BENCH_DATABASE_URL }, log);
await migrateDatabase(database, log);
const db: Kysely<DB> = database.db;
const { thresholds, strangers } = samePersonThresholds.sface!;
const threshold = thresholds.cosine!;
const engine = {
  detectors: ['yunet'],
  models: ['sface'],
  metricsByModel: { sface: ['cosine'] },
  thresholds: { sface: { cosine: threshold } },
  calibrations: { sface: { threshold, strangers } },
  defaults: { detector: 'yunet', model: 'sface', metric: 'cosine', minConfidence: 0.6, minSizeRatio: 0.02 },
  pipelineVersion: () => 'bench',
  provider: { name: 'cpu', refused: null },
  modelsWithLicenceToAccept: [],
};
const jobs = { enqueue: async () => {}, cancel: async () => true, cancelAll: async () => {} };
const job = clusterGallery({ db, bus: new MemoryBus(), jobs, engine, clock: systemClock, mail: null });

async function insertGallery(): Promise<void> {
  const [event, id] = [v7(), v7()];
  await sql`insert into event (id, name, slug, event_date) values (${event}, 'Bench', 'bench', now())`.execute(
    db,
  );
  await sql`insert into gallery (id, name, event_id, visibility) values (${id}, 'Bench', ${event}, 'private')`.execute(
    db,
  );
}
if (task !== 'group') await insertGallery();
const { id: gallery } = await db.selectFrom('gallery').select('id').executeTakeFirstOrThrow();

const vector = (numbers: Float32Array) => `[${Array.from(numbers).join(',')}]`;
/** @param minutesAgo when the photos came */
async function addPhotos(names: readonly string[], minutesAgo: number): Promise<[string, ClusterFace][]> {
  const photos = names.map((name) => ({ id: v7(), name }));
  await sql`insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
    select id, ${gallery}::uuid, name, sha256(name::bytea), 'image/jpeg', 1, 1, 1, name
    from unnest(${photos.map(({ id }) => id)}::uuid[], ${photos.map(({ name }) => name)}::text[]) as p (id, name)`.execute(
    db,
  );
  const rows = photos.flatMap(({ id, name }) =>
    ofPhoto.get(name)!.map((face) => ({ id: v7(), photo: id, face })),
  );
  await sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
      recogniser, pipeline_version, created_at)
    select id, photo, ${gallery}::uuid, .1, .1, .1, .1, '{}', .9, 80, .1, 0, grade, embedding::vector, 'sface', 'bench',
      now() - ${minutesAgo} * interval '1 minute'
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ photo }) => photo)}::uuid[],
      ${rows.map(({ face }) => face.grade)}::text[], ${rows.map(({ face }) => vector(face.embedding))}::text[])
      as f (id, photo, grade, embedding)`.execute(db);
  return rows.map(({ id, face }) => [id, face]);
}

/** The gallery as it was grouped before. */
async function insertOldPhotos(): Promise<void> {
  const persons = new Map<number, string>();
  const old = photoNames.filter((name) => !isAdded.has(name));
  for (let from = 0; from < old.length; from += 200) {
    const placed = await addPhotos(old.slice(from, from + 200), 60);
    for (const who of new Set(placed.map(([, { id }]) => whoIs.get(id)!)))
      if (!persons.has(who)) {
        persons.set(who, v7());
        await sql`insert into person (id, gallery_id, number) values (${persons.get(who)}, ${gallery}::uuid, ${who + 1})`.execute(
          db,
        );
      }
    await sql`insert into assignment (face_id, person_id, source) select face, person, 'auto'
      from unnest(${placed.map(([id]) => id)}::uuid[], ${placed.map(([, { id }]) => persons.get(whoIs.get(id)!)!)}::uuid[])
      as a (face, person)`.execute(db);
  }
  await sql`update face set awaits_grouping_since = null`.execute(db);
  await sql`analyze`.execute(db);
}
if (task !== 'group') await database.withoutTimeout(insertOldPhotos);
if (task === 'fill') {
  await database.close();
  process.send?.('filled', () => process.exit(0));
  await new Promise(() => {});
}

const settingsFile = [
  'server/features/faces/recognition/face-settings.ts',
  'server/features/recognition/face-settings.ts',
];
const { clusteringStamp, getFaceSettings } = await load(
  settingsFile.find((file) => existsSync(path.join(checkout, file))) ?? '',
);
const stamp = clusteringStamp(await getFaceSettings(db, engine));
await sql`update gallery set clustering_stamp = ${stamp}, people_settled_at = now() - interval '1 hour'`.execute(
  db,
);
// As long as a photo is being analysed the upload goes on.
await sql`insert into photo_analysis (photo_id, gallery_id, status)
  select id, gallery_id, 'processing' from photo limit 1`.execute(db);

const runs: number[] = [];
for (let run = 0; run <= RUNS; run++) {
  const [from, to] = [run, run + 1].map((at) => Math.round((at * added.length) / RUNS));
  if (run < RUNS) await addPhotos(added.slice(from, to), 0);
  else
    await sql`update photo_analysis set status = 'completed', completed_at = now() - interval '1 minute'`.execute(
      db,
    );
  const before = process.cpuUsage();
  await job.run({ gallery_id: gallery }, new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  runs.push((user + system) / 1e6);
}
const { rows } = await sql<{ digest: string }>`
  select md5(string_agg(faces || ' ' || first, ',' order by faces, first)) as digest from (
    select count(*) as faces, min(photo.filename) as first
    from assignment join face on face.id = face_id join photo on photo.id = photo_id group by person_id
  ) people`.execute(db);
await database.close();
await rm(dataDir, { recursive: true, force: true });
const cost: UploadCost = {
  seconds: runs.reduce((sum, each) => sum + each),
  firstSeconds: runs[0]!,
  digest: rows[0]!.digest,
};
process.send?.(cost, () => process.exit(0));
