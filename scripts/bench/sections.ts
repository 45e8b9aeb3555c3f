import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createFaceEngine, ensureModels } from '#ml/index.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { DB } from '#server/db/tables.ts';
import { createLogger } from '#server/logger.ts';
import { OperatorError } from '#server/scripts/support/run-operator-command.ts';
import { readSiblings } from '../evaluate/families.ts';
import { photosOf } from '../evaluate/photos.ts';
import { usesOf } from '../load-test/process-use.ts';
import { benchBackup } from './backup-bench.ts';
import {
  benchClustering,
  benchUpload,
  type ClusterBench,
  type ClusterCase,
  type UploadBench,
  type UploadCase,
} from './engine/cluster-bench.ts';
import { benchEngine } from './engine/engine-bench.ts';
import { benchMemory } from './engine/memory-bench.ts';
import { benchPhoto } from './engine/photo-bench.ts';
import { benchPhotos, COLOUR_PROFILES, groupPhotos } from './engine/photos.ts';
import { benchFinding } from './finding-bench.ts';
import { benchLists, largeWorld, seedLargeWorld } from './lists-bench.ts';
import { myPhotosVisitor } from './my-photos-visitor.ts';
import { withOwnServer } from './own-server.ts';
import { benchPages, type VisitedPage } from './page-bench.ts';
import { byAgeGroup, chooseRefusers, withoutCopies } from './people/choose-refusers.ts';
import { benchProcesses } from './processes-bench.ts';
import { benchRefusers } from './refusers-bench.ts';
import { benchApproximateIndex } from './search/approximate-index.ts';
import { benchManyClubs, PERSONS_OF_CLUB, seedManyClubs } from './search/many-clubs.ts';
import { benchSearch, DIMENSIONS, seedSearchWorld } from './search-bench.ts';
import { benchServing } from './serve-bench.ts';
import { type ServedGallery, withServedGallery } from './served-gallery.ts';
import { benchSizes } from './sizes-bench.ts';
import { benchUnknownAccounts } from './unknown-accounts-bench.ts';

const modelsDir = resolve(process.env.MODELS_DIR ?? 'models');
const QUICK_WORLD_SHARE = 20;

async function defaultModels() {
  await ensureModels({ modelsDir });
  const probe = await createFaceEngine({ modelsDir, workers: 1 });
  const { detector, recogniser } = probe.defaults;
  await probe.close();
  return { modelsDir, detector, recogniser };
}

const engine = async (quick: boolean) => benchEngine(await defaultModels(), quick ? 6 : 24, quick ? 1 : 5);

/**
 * BENCH_PROFILE says which colour profile the photos have.
 * @param against a checkout of another commit with its dependencies, and behind a colon the recogniser to run it with
 */
async function photo(quick: boolean, against?: string) {
  const setup = await defaultModels();
  const [checkout, recogniser = setup.recogniser] = against?.split(':') ?? [];
  const named = process.env.BENCH_PROFILE;
  const profile = COLOUR_PROFILES.find((each) => each === named);
  if (named && !profile) throw new OperatorError(`BENCH_PROFILE is one of ${COLOUR_PROFILES.join(', ')}`);
  return benchPhoto(setup, 6, quick ? 2 : 8, checkout ? { checkout, recogniser } : undefined, profile);
}

const memory = (quick: boolean) => benchMemory(modelsDir, quick ? 100 : 1_000);

const CLUSTER_CASES: ClusterCase[] = [
  { geometry: 'sface', faces: 1_000, photosMore: 0 },
  { geometry: 'sface', faces: 10_000, photosMore: 0 },
  { geometry: 'sface', faces: 50_000, photosMore: 0 },
  { geometry: 'sface', faces: 5_600, photosMore: 200 },
  { geometry: 'sface', faces: 50_300, photosMore: 100 },
  { geometry: 'dlib', faces: 1_000, photosMore: 0 },
  { geometry: 'dlib', faces: 10_000, photosMore: 0 },
  { geometry: 'dlib', faces: 50_000, photosMore: 0 },
];

const FACES_A_PHOTO = 3;
const UPLOAD_CASES: UploadCase[] = [
  { faces: 5_600, photosMore: 200 },
  { faces: 50_300, photosMore: 100 },
];

/**
 * BENCH_CASE says which cases: those whose name has the word, as `sface 50000`, `sface 50000 + 100`, `upload 50000 + 100`.
 * @param against a checkout of another commit with its dependencies
 */
async function clustering(quick: boolean, against?: string) {
  const asked = process.env.BENCH_CASE ?? '';
  const isAsked = (kind: string, { faces, photosMore }: UploadCase) => {
    const size = photosMore === 0 ? faces : `${faces - FACES_A_PHOTO * photosMore} + ${photosMore}`;
    return (!quick || faces <= 10_000) && `${kind} ${size}`.includes(asked);
  };
  const rounds = quick ? 1 : 5;
  const plans: ClusterBench[] = [];
  for (const each of CLUSTER_CASES)
    if (isAsked(each.geometry, each)) plans.push(await benchClustering(each, rounds, against));
  const uploads: UploadBench[] = [];
  for (const each of UPLOAD_CASES)
    if (isAsked('upload', each)) uploads.push(await benchUpload(each, rounds, against));
  return { plans, uploads };
}

/** An empty, migrated database that is removed afterwards. */
async function withDatabase<T>(work: (database: Database, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-bench-'));
  const log = createLogger('error');
  const database = await openDatabase({ dataDir, databaseUrl: process.env.BENCH_DATABASE_URL }, log);
  try {
    await migrateDatabase(database, log);
    return await work(database, dataDir);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const lists = (quick: boolean) =>
  withDatabase(async (database) => {
    const share = quick ? QUICK_WORLD_SHARE : 1;
    const smaller = Object.entries(largeWorld).map(([name, count]) => [name, Math.round(count / share)]);
    const world = Object.fromEntries(smaller) as typeof largeWorld;
    await database.withoutTimeout(() => seedLargeWorld(database.db, world));
    return { world, figures: await benchLists(database.db, quick ? 10 : 40) };
  });

/** BENCH_FACES says how many faces there are; with BENCH_PERSONS, so many persons in clubs of 1,000 each instead. */
const search = (quick: boolean) =>
  withDatabase(async (database) => {
    const persons = Number(process.env.BENCH_PERSONS ?? 0);
    if (persons > 0)
      return await withoutLimits(database, async (db) => {
        const askingClubs = Math.min(20, Math.floor(persons / PERSONS_OF_CLUB));
        const started = performance.now();
        await seedManyClubs(db, { persons, askingClubs, dimensions: DIMENSIONS });
        const filledSeconds = (performance.now() - started) / 1000;
        const sizes = quick ? { searches: 100, rounds: 2 } : { searches: 2_000, rounds: 10 };
        const measured = await benchManyClubs(database.db, { askingClubs, ...sizes });
        return { persons, database: database.kind, filledSeconds, ...measured };
      });
    const faces = Number(process.env.BENCH_FACES ?? (quick ? 10_000 : 100_000));
    return await withoutLimits(database, async (db) => {
      await seedSearchWorld(db, faces);
      const figures = await benchSearch(database.db, quick ? 10 : 40);
      const hnsw = database.kind === 'server' ? await benchApproximateIndex(db, DIMENSIONS) : null;
      return { faces, database: database.kind, ...figures, hnsw };
    });
  });

/** The same database, for statements that may take longer than those of the product. */
async function withoutLimits<T>(database: Database, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') return await database.withoutTimeout(() => work(database.db));
  const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 1 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** One season after the other, each in an empty database. */
async function sizes(quick: boolean) {
  const runs = [];
  for (const photos of quick ? [500, 2_000] : [2_000, 20_000])
    runs.push(
      await withDatabase((database) => database.withoutTimeout(() => benchSizes(database.db, photos))),
    );
  return runs;
}

const backup = (quick: boolean) =>
  withDatabase((database, dataDir) => benchBackup(database, dataDir, quick ? 500 : 10_000));

/** In which recognition workers and decoders end, and what they had is given back. */
const REST_MS = 75_000;

/**
 * Uploads to a server of our own until the people are ready, with pictures of the sizes that cameras make; with BENCH_PEOPLE with
 * photos of three of these people each. BENCH_PHOTOS says how many. `atRest`: of its processes a while after that.
 * @param against a checkout of another commit with its dependencies, built, whose server it is then
 */
async function road(quick: boolean, against?: string) {
  const photos = Number(process.env.BENCH_PHOTOS ?? (quick ? 12 : 60));
  const people = process.env.BENCH_PEOPLE ? await photosOfPeople() : undefined;
  return withServedGallery(
    photos,
    async ({ server, road }) => {
      await delay(REST_MS);
      return { ...road, atRest: usesOf(server.pid) };
    },
    against,
    people && (() => groupPhotos(people, photos)),
  );
}

const serve = (quick: boolean) =>
  withServedGallery(quick ? 12 : 60, (gallery) => benchServing(gallery, quick ? 1 : 4, quick ? 1 : 5));

/** @param against a checkout of another commit with its dependencies, built: of it the gallery by link */
const page = (quick: boolean, against?: string) => {
  const photos = quick ? 12 : 60;
  const rounds = quick ? 1 : 5;
  const byLink = ({ server, token }: ServedGallery, name: string): VisitedPage => ({
    name,
    url: `${server.address}/gallery/shared/${token}`,
  });
  return withServedGallery(photos, async (gallery) => {
    const myPhotos: VisitedPage = {
      name: 'My photos',
      url: `${gallery.server.address}/my-photos`,
      session: await myPhotosVisitor(gallery),
    };
    const own = [byLink(gallery, 'by link'), myPhotos];
    if (!against) return benchPages(own, rounds);
    return withServedGallery(
      photos,
      (other) => benchPages([...own, byLink(other, 'the other, by link')], rounds),
      against,
    );
  });
};

/** A mail server is named, because nothing is queued without one; none has to be there. */
const accounts = (quick: boolean) =>
  withOwnServer((server) => benchUnknownAccounts(server, quick ? 20 : 200), {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Bench <bench@example.org>',
    PUBLIC_URL: 'http://127.0.0.1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  });

/** Photos whose people are known. */
async function photosOfPeople() {
  const sources = process.env.BENCH_PEOPLE;
  if (!sources)
    throw new OperatorError(
      'BENCH_PEOPLE is needed: folders of person/photo, and lists of "npm run evaluate -- --list", each with the folder of its files behind it; commas between',
    );
  return photosOf(sources.split(',').map((source) => resolve(source)));
}

async function finding(quick: boolean) {
  const list = process.env.BENCH_SIBLINGS;
  const photos = await photosOfPeople();
  const size = quick
    ? { enrolled: 10, strangers: 50, impostors: 20 }
    : { enrolled: 100, strangers: 600, impostors: 600 };
  const siblings = list ? await readSiblings(resolve(list)) : undefined;
  return withOwnServer((server) =>
    benchFinding(server, photos, size, { recogniser: process.env.BENCH_RECOGNISER, siblings }),
  );
}

/** Adults and under-18s each on a server of their own, which lets only so many register. */
async function refusers(quick: boolean) {
  const runs = [];
  for (const [people, photos] of byAgeGroup(await withoutCopies(await photosOfPeople()))) {
    const galleries = chooseRefusers(photos).slice(0, quick ? 1 : undefined);
    if (galleries.length === 0) continue;
    const found = await withOwnServer((server) =>
      benchRefusers(server, galleries, process.env.BENCH_RECOGNISER),
    );
    runs.push({ people, ...found });
  }
  if (runs.length === 0) throw new OperatorError('There are no two people with three photos');
  return runs;
}

/** Needs a database server, of which an empty database is named. */
async function processes(quick: boolean) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (!databaseUrl) throw new OperatorError('processes needs BENCH_DATABASE_URL, an empty database');
  const pictures = await benchPhotos(6);
  try {
    return await benchProcesses(databaseUrl, pictures.files, quick ? 12 : 60, quick ? 1 : 5);
  } finally {
    await pictures.remove();
  }
}

/** What is measured, each in a process of its own, so that none pays for the memory of another. */
export const sections = {
  engine,
  photo,
  clustering,
  memory,
  lists,
  search,
  sizes,
  backup,
  finding,
  refusers,
  accounts,
  road,
  serve,
  page,
  processes,
};
export type SectionName = keyof typeof sections;
export type Results = { [N in SectionName]?: Awaited<ReturnType<(typeof sections)[N]>> };
