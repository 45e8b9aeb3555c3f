/** A real server is killed after a service has got its message, and before it noted the answer: nobody is told twice. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { hourMs } from '#server/contract/lifetimes.ts';
import { openDatabase } from '#server/db/database.ts';
import {
  getInstallationSettings,
  saveInstallationSettings,
} from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { createLogger } from '#server/logger.ts';
import { addMember, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import {
  addReference,
  createClubPerson,
  embeddingAt,
  makeGuardian,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPersonOf } from '#tests/support/faces.ts';
import { startPushService } from '#tests/support/push-service.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const service = await startPushService();
const WITHIN_MS = 90_000;
const program = join(import.meta.dirname, '../support/programs/push-to-test-service.ts');

let server: ServerProcess | undefined;
let dataDir: string;
afterAll(async () => {
  await server?.kill('SIGKILL');
  await service?.close();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

/** A zone in which it is between half past seven and half past eight in the evening. */
function zoneOfEvening(): string {
  const behind =
    (((new Date().getUTCHours() + (new Date().getUTCMinutes() >= 30 ? 1 : 0) - 20) % 24) + 24) % 24;
  // The signs of these names are those of POSIX: behind Greenwich is +.
  return behind <= 12 ? `Etc/GMT+${behind}` : `Etc/GMT-${24 - behind}`;
}

test.skipIf(!service || TEST_SERVER_URL)('phones are told once', async () => {
  const app = await startTestApp({ ownDatabase: true });
  ({ dataDir } = app.database);
  const club = await createClub(app);
  const [mother, editor] = [await createActor(app), await createActor(app)];
  for (const { id } of [mother, editor]) await addMember(app, club, id);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
  const mia = await createClubPerson(app, club, { name: 'Mia' });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  await addReference(app, mia, embeddingAt(0), { recogniser: 'sface' });
  await app.ctx.db.transaction().execute(async (trx) => {
    const settings = await getInstallationSettings(trx);
    await saveInstallationSettings(trx, { ...settings, web_push: true }, new Date());
  });
  Object.assign(app.ctx.push, { reach: service!.reach });
  const { endpoint, p256dh, auth } = service!.browser();
  const told = await mother.call('PUT', '/notifications/device', { endpoint, p256dh, auth, language: 'de' });
  expect(told.status).toBe(200);
  const { photo } = await createPersonOf(app, gallery, embeddingAt(0));
  await app.ctx.db.updateTable('face').set({ recogniser: 'sface' }).execute();
  await app.ctx.db
    .updateTable('photo')
    .set({ created_at: new Date(Date.now() - hourMs) })
    .where('id', '=', photo)
    .execute();
  await app.ctx.db
    .updateTable('web_push_device')
    .set({ created_at: new Date(Date.now() - 2 * hourMs) })
    .execute();
  await app.database.close();

  const start = async () =>
    startServer({
      dataDir,
      port: await freePort(),
      until: '/healthz',
      env: {
        DATABASE_URL: '',
        LOG_LEVEL: 'debug',
        FACE_WORKERS: '1',
        JWT_SECRET: 'a secret that only tests use, 32+ bytes long',
        SECURITY_CONTACT: 'club@example.org',
        TZ: zoneOfEvening(),
        NODE_OPTIONS: `--import=${program}`,
        CLUBLENS_TEST_PUSH_PORT: String(service!.reach.port),
        CLUBLENS_TEST_PUSH_CERTIFICATE: service!.certificate,
      },
    });
  service!.answer = 'nothing';
  const message = service!.next();
  server = await start();
  await message;
  await server.kill('SIGKILL');
  expect(service!.received).toHaveLength(1);

  service!.answer = 201;
  server = await start();
  // It runs the job again, and finds nobody to tell.
  const job = /"job":"send-web-push".*"job done"/;
  await vi.waitFor(() => expect(server!.output()).toMatch(job), { timeout: WITHIN_MS, interval: 500 });
  await server.kill('SIGTERM');
  expect(service!.received).toHaveLength(1);
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  const evenings = await database.db.selectFrom('web_push_evening').select('state').execute();
  await database.close();
  expect(evenings).toEqual([{ state: 'done' }]);
});
