/** @module-tag long */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanErasedFiles } from '#server/features/administration/erasure/clean-erased-files.ts';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { addReference, createClubPerson, makeGuardian, sayFind } from '#tests/support/club-people.ts';
import { answer } from '#tests/support/families.ts';
import { filesWith } from '#tests/support/scan-files.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

/** The files of a database server are its operator's; only the embedded database is looked into. */
const onEmbedded = describe.skipIf(TEST_SERVER_URL !== undefined);

const app = startTestAppBeforeAll({ ownDatabase: true });
let admin: Actor;
let mother: Actor;
let club: string;
let mia: string;
/** Numbers that stand nowhere else, and how Postgres writes some of them. */
let embedding: Float32Array;
let bytes: Buffer;
let turn = 0;

beforeEach(async () => {
  turn += 1;
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  mother = await createActor(app);
  await addMember(app, club, mother.id);
  mia = await createClubPerson(app, club, { name: `Zebulonia${turn}` });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  embedding = Float32Array.from({ length: 128 }, (_, i) => Math.sin(i * 7.13 + turn));
  bytes = Buffer.from(embedding.buffer, 100, 64);
  await addReference(app, mia, embedding);
  await sql`checkpoint`.execute(app.ctx.db);
});

const withFace = () => filesWith(app.database.dataDir, bytes);
const withName = () => filesWith(app.database.dataDir, Buffer.from(`Zebulonia${turn}`));
const cleaned = async () =>
  (await app.ctx.db.selectFrom('erasure').select('files_cleaned_at').execute()).map(
    ({ files_cleaned_at }) => files_cleaned_at !== null,
  );

onEmbedded('the files of the database', () => {
  test('hold no face and no name of an erased person once they were cleaned', async () => {
    expect(await withFace()).not.toEqual([]);
    expect(await withName()).not.toEqual([]);
    expect((await admin.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(200);
    // Deleted, yet in the pages and in the log.
    expect(await withFace()).not.toEqual([]);
    await cleanErasedFiles(app.ctx);
    expect(await withFace()).toEqual([]);
    expect(await withName()).toEqual([]);
    expect(await cleaned()).not.toContain(false);
  });

  test('hold no face of somebody whose family withdrew the consent to be found', async () => {
    await answer(mother, mia, 'find', 'no');
    expect(await withFace()).not.toEqual([]);
    await cleanErasedFiles(app.ctx);
    expect(await withFace()).toEqual([]);
    expect(await withName()).not.toEqual([]);
  });

  test.each(['withdrew', 'agreed to be shown outside'])(
    'hold no face of a picture to keep photos inside once the family %s',
    async (how) => {
      await app.ctx.db.deleteFrom('reference').execute();
      await app.ctx.db.insertInto('erasure').values({ id: newId(), kind: 'find', subject_id: mia }).execute();
      await cleanErasedFiles(app.ctx);
      await answer(mother, mia, 'outside', 'no');
      await answer(mother, mia, 'guard', 'yes');
      await addReference(app, mia, embedding, { purpose: 'guard' });
      await sql`checkpoint`.execute(app.ctx.db);
      if (how === 'withdrew') await answer(mother, mia, 'guard', 'no');
      else await answer(mother, mia, 'outside', 'yes');
      expect(await withFace()).not.toEqual([]);
      await cleanErasedFiles(app.ctx);
      expect(await withFace()).toEqual([]);
      expect(await cleaned()).not.toContain(false);
    },
  );

  test('hold no face of a picture that the family deleted', async () => {
    const { id } = await app.ctx.db
      .selectFrom('reference')
      .select('id')
      .where('club_person_id', '=', mia)
      .executeTakeFirstOrThrow();
    expect((await mother.call('DELETE', `/my-photos/${mia}/references/${id}`)).status).toBe(200);
    await cleanErasedFiles(app.ctx);
    expect(await withFace()).toEqual([]);
  });

  test('hold no face of a club that was deleted', async () => {
    const root = await createActor(app, ['admin']);
    expect((await root.call('DELETE', `/clubs/${club}`)).status).toBe(200);
    await cleanErasedFiles(app.ctx);
    expect(await withFace()).toEqual([]);
    expect(await withName()).toEqual([]);
  });
});
