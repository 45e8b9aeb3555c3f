import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWorkplace, signInTo, untilProcessed } from '../support/api-client.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { median, mediansOf, timed } from './statistics.ts';

const ASK_EVERY_MS = 100;
const DONE_WITHIN_MS = 600_000;
const UPLOADS_AT_ONCE = 3;

/** The same number of recognition threads in both: two in one process, or one in each of two workers. */
const setups = {
  one: [{ ROLE: 'all', FACE_WORKERS: '2' }],
  divided: [
    { ROLE: 'web', FACE_WORKERS: '1' },
    { ROLE: 'worker', FACE_WORKERS: '1' },
    { ROLE: 'worker', FACE_WORKERS: '1' },
  ],
};

/**
 * One process that does everything against one that answers and two that work, on one database server: photos a second,
 * from the first upload to the last analysis, and how long the list of galleries takes meanwhile. Medians of rounds in
 * which the two alternate.
 * @param databaseUrl an empty database
 */
export async function benchProcesses(
  databaseUrl: string,
  files: readonly string[],
  photos: number,
  rounds: number,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-bench-'));
  const username = `bench${randomBytes(4).toString('hex')}`;
  const account = { ADMIN_USERNAME: username, ADMIN_PASSWORD: randomBytes(18).toString('base64url') };
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...account };
  const figures = { one: [] as Figures[], divided: [] as Figures[] };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['one', 'divided'] as const) {
        const servers: OwnServer[] = [];
        try {
          for (const roles of setups[name]) servers.push(await startOwnServer({ ...settings, ...roles }));
          figures[name].push(await measure(servers[0]?.address ?? '', account, files, photos));
        } finally {
          await Promise.all(servers.map((server) => server.stop()));
        }
      }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const [one, divided] = [mediansOf(figures.one), mediansOf(figures.divided)];
  return {
    photos,
    rounds,
    one,
    divided,
    /** Of the divided one to the one that does everything. */
    ratios: {
      photosPerSecond: divided.photosPerSecond / one.photosPerSecond,
      listMs: divided.listMs / one.listMs,
    },
  };
}

type Figures = { photosPerSecond: number; listMs: number };

async function measure(
  address: string,
  account: { ADMIN_USERNAME: string; ADMIN_PASSWORD: string },
  files: readonly string[],
  photos: number,
): Promise<Figures> {
  const admin = await signInTo(address, account.ADMIN_USERNAME, account.ADMIN_PASSWORD);
  const { photographer, galleryId } = await createWorkplace(address, admin, 'Bench');
  const listMs: number[] = [];
  let isOver = false;
  const ask = async () => {
    for (; !isOver; await delay(ASK_EVERY_MS)) {
      listMs.push(await timed(() => admin.call('GET', '/galleries')));
    }
  };
  const asking = ask();
  const began = performance.now();
  let next = 0;
  const uploadSome = async () => {
    for (let index = next++; index < photos; index = next++) {
      const file = await readFile(files[index % files.length] as string);
      // Bytes behind the end of the picture make each file another one.
      await photographer.upload(galleryId, Buffer.concat([file, randomBytes(16)]), `${index}.jpg`);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, uploadSome));
  await untilProcessed(photographer, galleryId, DONE_WITHIN_MS);
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await asking;
  return { photosPerSecond: photos / seconds, listMs: median(listMs) };
}
