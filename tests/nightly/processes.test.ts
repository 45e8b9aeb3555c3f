import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ApiClient,
  createWorkplace,
  listAllPhotos,
  signInTo,
  untilProcessed,
} from '#scripts/support/api-client.ts';
import { freePort } from '#scripts/support/free-port.ts';
import type { AdminStats } from '#server/contract/schemas/stats.ts';
import { saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { insertUser } from '#server/features/accounts/users/save-user.ts';
import { newId } from '#server/ids.ts';
import { caller } from '#tests/support/actors.ts';
import { requireAnalysedOnce } from '#tests/support/analyses.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import {
  type ServerProcess,
  startServer,
  TEST_ADMIN,
  temporaryDataDir,
} from '#tests/support/server-process.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

/** Each process once; PROCESS_KILLS=60 is a series of ten minutes. */
const KILLS = Number(process.env.PROCESS_KILLS ?? 4);
const KILL_EVERY_MS = 10_000;
const SAMPLES = 6;
/** Uploads wait while more photos than this wait for their analysis. */
const MOST_WAITING = 20;
const READERS = 5;
/** The limit of one account and address, and one more. */
const MOST_GUESSES = 10 + 1;

const roles = ['web', 'web', 'worker', 'worker'] as const;
let database: TestDatabase;
let folder: { dataDir: string; remove(): Promise<void> };
let mails: MailServer;
let ports: number[];
const servers: ServerProcess[] = [];
/** What the processes have printed that were killed since. */
let printedBefore = '';

const start = async (index: number) => {
  const server = await startServer({
    dataDir: folder.dataDir,
    port: ports[index] as number,
    env: {
      ...database.settings,
      ROLE: roles[index] as string,
      FACE_WORKERS: '1',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      SMTP_URL: mails.url,
      MAIL_FROM: 'photos@club.example',
      PUBLIC_URL: 'https://photos.club.example',
      TZ: eveningZone(),
    },
  });
  servers[index] = server;
};

/** A time zone in which it is eight in the evening, so that the daily digests are due. */
function eveningZone(): string {
  const east = 20 - new Date().getUTCHours();
  const offset = east > 14 ? east - 24 : east;
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`; // the signs of these names are reversed
}

// Needs DATABASE_URL_TEST: the embedded database belongs to one process.
describe.skipIf(!TEST_SERVER_URL)('two web and two worker processes on one database', () => {
  let admin: ApiClient;
  let gallery: string;
  let samples: Buffer[];
  const answered = new Map<string, string>();
  let sent = 0;
  let isOver = false;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await temporaryDataDir();
    mails = await startMailServer();
    ports = await Promise.all(roles.map(() => freePort()));
    await start(0);
    await Promise.all([1, 2, 3].map(start));
    admin = await signInTo(url(0), TEST_ADMIN.username, TEST_ADMIN.password);
    ({ galleryId: gallery } = await createWorkplace(url(0), admin, 'Processes'));
    const numbers = Array.from({ length: SAMPLES }, (_, i) => i + 1);
    samples = await Promise.all(
      numbers.map((n) => readFile(`node_modules/@vladmandic/face-api/demo/sample${n}.jpg`)),
    );
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
    await mails?.close();
    await database?.remove();
    await folder?.remove();
  });

  const url = (index: number) => `http://127.0.0.1:${ports[index]}`;
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const countWaiting = async () => {
    const { count } = await database.db
      .selectFrom('photo_analysis')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', 'in', ['pending', 'processing'])
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  async function upload(web: number): Promise<void> {
    const client = await signInTo(url(web), TEST_ADMIN.username, TEST_ADMIN.password);
    while (!isOver) {
      if ((await countWaiting()) > MOST_WAITING) {
        await delay(500);
        continue;
      }
      sent += 1;
      const n = sent % SAMPLES;
      const bytes = Buffer.concat([samples[n] as Buffer, Buffer.from(`copy ${sent}`)]);
      const photo = await client.upload(gallery, bytes, `sample-${n}.jpg`).catch(() => undefined);
      if (photo) answered.set(photo.id, hash(bytes));
      else await delay(500); // killed: nothing was promised
    }
  }

  const guessed: number[] = [];
  /** Guesses at one account from one address, at both processes at once; the next account when they are refused. */
  async function guess(): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const account = `nobody-${round}`;
      let through = 0;
      for (let turn = 0; turn < 10; turn += 1) {
        const answers = await Promise.all(
          [0, 1].map((web) => guessOnce(url(web), account, `10.1.${round % 256}.1`)),
        );
        through += answers.filter((status) => status === 401).length;
      }
      guessed.push(through);
      await delay(200);
    }
  }

  async function guessOnce(address: string, username: string, from: string): Promise<number> {
    const body = new URLSearchParams({ username, password: 'not the password' });
    const headers = { 'X-Forwarded-For': from };
    const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', body, headers }).catch(
      () => undefined,
    );
    if (answer?.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await answer?.body?.cancel();
    return answer?.status ?? 0;
  }

  /** Readers with news for the daily digests. */
  async function makeReaders(): Promise<void> {
    const names = Array.from({ length: READERS }, (_, i) => `reader${i}`);
    for (const name of names) {
      const account = { username: name, email: `${name}@club.example`, first_name: name, password_hash: '-' };
      const id = await database.db.transaction().execute(async (trx) => {
        const user_id = await insertUser(trx, account, []);
        // What a mail names is checked when it is sent: administrators see every gallery.
        await saveGrant(trx, { user_id, role_name: 'admin', club_id: null, created_by: null });
        return user_id;
      });
      const email_verified_at = new Date();
      await database.db.updateTable('app_user').set({ email_verified_at }).where('id', '=', id).execute();
      // Photos come into a digest ten minutes after the last one; other news at once.
      await database.db
        .insertInto('notification_preference')
        .values({ user_id: id, kind: 'jobs_failed', delivery: 'digest' })
        .execute();
      await database.db
        .insertInto('notification')
        .values({ id: newId(), user_id: id, kind: 'jobs_failed', href: '/admin' })
        .execute();
    }
  }

  const leader = async () => {
    const row = await database.db
      .selectFrom('lease')
      .select('owner')
      .where('name', '=', 'housekeeping')
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row?.owner;
  };
  const takenLeads = (output: string) =>
    [...output.matchAll(/"process":"([^"]+)".*housekeeping is done by this process/g)].map(([, id]) => id);

  test('lose no photo, analyse none twice and hold the limits while one after the other is killed', {
    timeout: 300_000 + KILLS * 2 * KILL_EVERY_MS,
  }, async () => {
    await makeReaders();
    const load = Promise.all([upload(0), upload(1), guess()]);
    let killedLeaders = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(KILL_EVERY_MS);
      const index = kill % roles.length;
      const server = servers[index] as ServerProcess;
      const leading = await leader();
      if (leading && takenLeads(server.output()).includes(leading)) killedLeaders += 1;
      await server.kill('SIGKILL');
      printedBefore += server.output();
      await start(index);
    }
    isOver = true;
    await load;
    const photos = await untilProcessed(admin, gallery, 400_000);
    const output = printedBefore + servers.map((server) => server.output()).join('');
    console.log(
      `${KILLS} kills (${killedLeaders} of the leader), ${answered.size} answered of ${sent} uploads, ` +
        `${guessed.length} accounts guessed at, at most ${Math.max(...guessed)} guesses let through`,
    );

    expect(photos.map(({ face_status }) => face_status)).not.toContain('failed');
    const stored = new Set((await listAllPhotos(admin, gallery)).map(({ id }) => id));
    for (const [id, sha256] of answered) {
      expect(stored.has(id), id).toBe(true);
      expect(hash(await admin.download(id)), id).toBe(sha256);
    }
    const rows = await requireAnalysedOnce(database.db);
    expect(rows).toHaveLength(stored.size);
    expect(guessed.length).toBeGreaterThan(0);
    expect(Math.max(...guessed)).toBeLessThanOrEqual(MOST_GUESSES);

    // A lead is taken at the start, and after a leader was killed; each mail of the evening is one row.
    expect(takenLeads(output).length).toBeLessThanOrEqual(killedLeaders + 1);
    const listDigests = () =>
      database.db
        .selectFrom('mail_outbox')
        .select('user_id')
        .where('dedupe_key', 'like', 'digest:%')
        .execute();
    // The first leader began before the readers were there; the next one begins once the lease of a killed one ends.
    await vi.waitFor(async () => expect(await listDigests()).toHaveLength(READERS), 60_000);
    // A web process has no models; a worker looks at the picture.
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(samples[1] as Buffer)]), 'me.jpg');
    const login = new URLSearchParams({ username: TEST_ADMIN.username, password: TEST_ADMIN.password });
    const { body } = await caller(url(1))<{ access_token: string }>('POST', '/auth/login', login);
    const found = await caller(url(1), body.data.access_token)('POST', '/my-photos/find-once', form);
    expect(found).toMatchObject({ status: 200, body: { data: { state: expect.any(String) } } });
    // A process that was killed counts until it was not seen for 20 seconds.
    await vi.waitFor(async () => {
      const { processes } = await admin.call<AdminStats>('GET', '/stats/admin');
      expect(processes).toMatchObject({ web: 2, workers: 2 });
    }, 60_000);
  });
});
