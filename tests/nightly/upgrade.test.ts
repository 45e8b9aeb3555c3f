import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiClient, signInTo } from '#scripts/support/api-client.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { type FirstRelease, restoreFirstRelease } from '#tests/support/first-release.ts';
import {
  type ServerProcess,
  startServer,
  TEST_ADMIN,
  temporaryDataDir,
} from '#tests/support/server-process.ts';

/** A data folder of the first release under the present server, whose recogniser is a better one. */
interface Settings {
  recognition_model: string;
  match_threshold: number | null;
  effective_match_threshold: number;
}
type Person = { id: string; name: string; is_hidden: boolean; photo_count: number };
type Decision = { id: string; kind: string; person_name: string; can_undo: boolean };

let dataDir: string;
let remove: () => Promise<void>;
let before: FirstRelease;
let server: ServerProcess;
let admin: ApiClient;
let settings: Settings;
let gallery: string;

const faceApi = <T>(path: string) => admin.call<T>('GET', `/facerecognition/${path}`);
const people = async () =>
  (await faceApi<{ faces: Person[] }>(`galleries/${gallery}/faces?include_hidden=true`)).faces;

beforeAll(async () => {
  ({ dataDir, remove } = await temporaryDataDir());
  before = await restoreFirstRelease(dataDir);
  gallery = String(before.gallery[0]!.id);
  server = await startServer({ dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
  admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  settings = await faceApi<Settings>('admin/settings');
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

test('the old gallery is there at once, and is renewed in the background with all that people decided', async () => {
  const named = (persons: { name: string }[]) =>
    persons
      .map(({ name }) => name)
      .filter(Boolean)
      .sort();
  expect(named(await people())).toEqual(['Anna Berg', 'Ben Tal', 'Cleo Ruiz', 'Dora Lind']);

  // The threshold was set for the old recogniser and says nothing about the new one.
  expect(settings.match_threshold).toBeNull();
  expect(settings.effective_match_threshold).toBeGreaterThan(0.2);
  const lastOfOld = Math.max(...before.face_job.map((row) => Date.parse(String(row.completed_at))));
  await vi.waitFor(
    async () => {
      const { queue_depth, counts } = await faceApi<{ queue_depth: number; counts: Record<string, number> }>(
        'admin/jobs/summary',
      );
      const { jobs } = await faceApi<{ jobs: { completed_at: string }[] }>('admin/jobs/recent');
      const renewed = jobs.filter(({ completed_at }) => Date.parse(completed_at) > lastOfOld);
      const { processing } = await faceApi<{ processing: boolean }>(`galleries/${gallery}/summary`);
      expect([queue_depth, counts.completed, renewed.length, processing]).toEqual([0, 4, 4, false]);
    },
    { timeout: 400_000, interval: 500 },
  );

  const after = new Map((await people()).map((person) => [person.id, person]));
  for (const person of before.person.filter(({ name }) => name))
    expect(after.get(String(person.id))).toMatchObject({ name: person.name, is_hidden: person.is_hidden });
  const hidden = before.person.filter((person) => person.is_hidden).map(({ id }) => id);
  expect([...after.values()].filter((person) => person.is_hidden).map(({ id }) => id)).toEqual(hidden);
  // She was merged of two people, in all four photos.
  expect([...after.values()].find(({ name }) => name === 'Dora Lind')!.photo_count).toBe(4);
  const history = await faceApi<{ decisions: Decision[] }>(`galleries/${gallery}/history`);
  expect(history.decisions.map(({ id }) => id).sort()).toEqual(
    before.people_decision.map(({ id }) => id).sort(),
  );

  await server.kill('SIGTERM');
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  try {
    const faces = await database.db.selectFrom('face').select(['id', 'recogniser', 'is_current']).execute();
    const renewed = faces.filter(({ is_current }) => is_current);
    expect(new Set(renewed.map(({ recogniser }) => recogniser))).toEqual(
      new Set([settings.recognition_model]),
    );
    expect(renewed.map(({ id }) => id).sort()).toEqual(before.face.map(({ id }) => id).sort());
    const personOf = new Map(
      (await database.db.selectFrom('assignment').selectAll().execute()).map((row) => [row.face_id, row]),
    );
    for (const { face_id, person_id, source } of before.assignment)
      if (source === 'manual') expect(personOf.get(String(face_id))).toMatchObject({ person_id, source });
    for (const { face_id, person_id } of before.rejection)
      expect(personOf.get(String(face_id))?.person_id).not.toBe(person_id);
  } finally {
    await database.close();
  }
});
