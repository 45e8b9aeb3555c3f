import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { runBackup } from '#server/backup/run-backup.ts';
import type { Database } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { originalKey } from '#server/storage/storage-keys.ts';

const FACES_PER_PHOTO = 3;
const EMBEDDING_LENGTH = 512;
/** Of the kernel's clock, on all usual Linux systems. */
const TICKS_PER_SECOND = 100;
const MEMORY_EVERY_MS = 100;
/** So long the heap of this process grows by what the writer does, without any backup. */
const WRITER_ALONE_MS = 45_000;

/**
 * A nightly backup with its drill beside a writer: how long it takes, how long writers wait, and how much more memory all
 * processes take at most than at most before, with the writer alone.
 */
export async function benchBackup(database: Database, dataDir: string, photos: number) {
  const photosDir = join(dataDir, 'photos');
  await seed(database, photosDir, photos);
  const installation = {
    db: database.db,
    kind: database.kind,
    dataDir,
    storage: { folder: photosDir, s3: undefined },
    databaseUrl: process.env.BENCH_DATABASE_URL,
    secret: undefined,
    log: createLogger('error'),
  };
  const alone = AbortSignal.timeout(WRITER_ALONE_MS);
  const [before] = await Promise.all([highestMemory(alone), longestWrite(database, alone)]);
  const watch = new AbortController();
  const watched = Promise.all([longestWrite(database, watch.signal), highestMemory(watch.signal)]);
  const childrenBefore = await secondsOfChildren();
  const began = performance.now();
  const first = await runBackup(installation, { folder: join(dataDir, 'first'), drill: true });
  const firstMs = performance.now() - began;
  const processorSeconds = (await secondsOfChildren()) - childrenBefore;
  const again = performance.now();
  const previous = join(dataDir, 'first');
  await runBackup(installation, { folder: join(dataDir, 'second'), previous, drill: true });
  const secondMs = performance.now() - again;
  watch.abort();
  const [longestWriteMs, highest] = await watched;
  await rm(previous, { recursive: true });
  return {
    photos,
    faces: photos * FACES_PER_PHOTO,
    proven: first.proof?.error === null,
    /** Of the first backup and its drill; unlike their duration it hardly depends on what else the machine does. */
    processorSeconds: round(processorSeconds),
    firstSeconds: round(firstMs / 1000),
    secondSeconds: round(secondMs / 1000),
    heldMs: round(first.heldMs),
    longestWriteMs: round(longestWriteMs),
    memoryMoreMB: round((highest - before) / 1e6),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Processor time of the processes that this one has started and that have ended (Linux). */
async function secondsOfChildren(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat.split(') ')[1]?.split(' ').slice(13, 15).map(Number) ?? [];
  return (user + system) / TICKS_PER_SECOND;
}

async function longestWrite({ db }: Database, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const began = performance.now();
    await db.updateTable('club').set({ name: sql`name` }).execute();
    longest = Math.max(longest, performance.now() - began);
    await delay(5);
  }
  return longest;
}

async function highestMemory(signal: AbortSignal): Promise<number> {
  let highest = 0;
  while (!signal.aborted) {
    highest = Math.max(highest, await residentBytes());
    await delay(MEMORY_EVERY_MS);
  }
  return highest;
}

/** Memory of this process and those it has started, without what they share (Linux). */
async function residentBytes(pid: number | string = 'self'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  const id = /^Pid:\s+(\d+)/m.exec(status)?.[1];
  const children = await readFile(`/proc/${pid}/task/${id}/children`, 'utf8').catch(() => '');
  const others = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentBytes(child)),
  );
  return others.reduce((sum, bytes) => sum + bytes, own);
}

async function seed({ db }: Database, photosDir: string, photos: number): Promise<void> {
  await sql`insert into event (id, name, slug, event_date)
    values ('01900000-0000-7000-8000-000000000001', 'Bench', 'bench', '2026-01-01')`.execute(db);
  await sql`insert into gallery (id, name, event_id, visibility)
    values ('01900000-0000-7000-8000-000000000002', 'Bench', '01900000-0000-7000-8000-000000000001', 'private')`.execute(
    db,
  );
  await sql`insert into club (id, name, slug, sport_type)
    values ('01900000-0000-7000-8000-000000000003', 'Bench', 'bench', 'Handball')`.execute(db);
  const picture = await readFile('node_modules/@vladmandic/face-api/demo/sample1.jpg');
  for (let start = 0; start < photos; start += 500) {
    const rows: string[] = [];
    for (let number = start; number < Math.min(start + 500, photos); number += 1) {
      // Behind the end of a JPEG anything may follow: each file is another one and still a picture.
      const bytes = Buffer.concat([picture, Buffer.from(`photo ${number}`)]);
      const id = `01900000-0000-7000-8001-${String(number).padStart(12, '0')}`;
      const sha256 = createHash('sha256').update(bytes).digest();
      const key = originalKey({ id, sha256, mime: 'image/jpeg' });
      await mkdir(dirname(join(photosDir, key)), { recursive: true });
      await writeFile(join(photosDir, key), bytes);
      rows.push(`('${id}', '01900000-0000-7000-8000-000000000002', 'p${number}.jpg', '\\x${sha256.toString('hex')}',
        'image/jpeg', ${bytes.length}, 100, 100, '${key}')`);
    }
    await sql`insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
      values ${sql.raw(rows.join(','))}`.execute(db);
    await sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade,
        embedding, recogniser, pipeline_version)
      select gen_random_uuid(), p.id, p.gallery_id, 0.1, 0.1, 0.1, 0.1, '{0.1,0.2,0.3}', 0.9, 80, 1, 0, 'core',
        (select array_agg(random()::real + p.width + n * 0 order by i) from generate_series(1, ${sql.lit(EMBEDDING_LENGTH)}) i)::vector,
        'bench', 'bench'
      from photo p, generate_series(1, ${sql.lit(FACES_PER_PHOTO)}) n
      where not exists (select 1 from face f where f.photo_id = p.id)`.execute(db);
  }
}
