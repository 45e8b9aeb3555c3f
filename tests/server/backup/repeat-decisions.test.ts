/** @module-tag long */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { describeRestore } from '#server/backup/describe-restore.ts';
import { findNewestBackup } from '#server/backup/find-newest-backup.ts';
import { erasureTables, protectingTables } from '#server/backup/repeat/repeat-decisions.ts';
import { type RestoreOptions, restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import type { Database } from '#server/db/database.ts';
import {
  getInstallationSettings,
  saveInstallationSettings,
} from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { blockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { keepErasedName, neutralPath } from '#server/features/galleries/photos/erased-names.ts';
import { noteRemovedRefusers } from '#server/features/galleries/photos/removed-refusers.repository.ts';
import { newId } from '#server/ids.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import { isPhotoLeftOut, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { makeGuardian, sayConsent } from '#tests/support/club-people.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Every state that protects somebody × an older backup restored with a newer one, without one, and with --as-it-was. */
let root: string;
let app: TestApp;
let world: World;
const SECRET = 'a secret that only tests use, 32+ bytes long';
const store = {
  openRead: (key: string) => Promise.reject(new StoredFileMissing(key)),
  requireReadable: async () => undefined,
};
type Db = Database['db'];
type World = Awaited<ReturnType<typeof createWorld>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-repeat-'));
  app = await startTestApp({ ownDatabase: true });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

async function createWorld() {
  const club = await createClub(app);
  const admin = await createActor(app, ['admin']);
  const member = await createActor(app);
  const photographer = await createActor(app, [{ role: 'photographer', club }]);
  for (const { id } of [member, photographer]) await addMember(app, club, id);
  const event = await createEvent(app, [club]);
  const gallery = await createGallery(app, { event, createdBy: photographer.id, visibility: 'public' });
  const { photo, faces } = await createPhotoOf(app, gallery, ['mia']);
  await app.ctx.db
    .updateTable('photo')
    .set({ sha256: createHash('sha256').update(photo).digest(), original_key: `originals/aa/${photo}.jpg` })
    .where('id', '=', photo)
    .execute();
  await groupByHand(app, gallery, [[faces.mia!]]);
  const person = await personOf(app, faces.mia!);
  const mia = await createClubPerson(app, club, { first_name: 'Mia' });
  await makeGuardian(app, mia, member.id);
  await sayConsent(app, mia, 'outside', 'yes', { as: 'guardian', by: member.id });
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: person, club_id: club, club_person_id: mia })
    .execute();
  const link = newId();
  await app.ctx.db
    .insertInto('share_link')
    .values({ id: link, gallery_id: gallery, token: newId(), created_by: photographer.id })
    .execute();
  const invitation = newId();
  await app.ctx.db
    .insertInto('invitation')
    .values({
      ...{ id: invitation, club_id: club, role: 'member', max_uses: 1, token_hash: Buffer.from(newId()) },
      expires_at: new Date('2099-01-01'),
    })
    .execute();
  await app.ctx.db.insertInto('gallery_user').values({ gallery_id: gallery, user_id: member.id }).execute();
  return {
    club,
    admin,
    member,
    photographer,
    event,
    gallery,
    photo,
    face: faces.mia!,
    person,
    mia,
    link,
    invitation,
  };
}

async function backUp(name: string): Promise<void> {
  const path = join(root, name);
  await writeBackup(
    { ...app.ctx, kind: 'embedded', store, secret: undefined },
    await BackupFolder.create(path),
  );
}

const isLeftOut = async (db: Db) =>
  exists(
    db,
    sql`select from photo where id = ${world.photo}::uuid
    and ${isPhotoLeftOut(sql.ref('photo.id'), refusalsIn({ galleryId: null, today: app.ctx.clock.today() }))}`,
  );
const isHidden = (db: Db) =>
  exists(db, sql`select from photo where id = ${world.photo}::uuid and ${isTakenDown()}`);
async function exists(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${query}) as found`.execute(db);
  return rows[0]!.found;
}
const row =
  (table: string, column: string, id: string, more = sql`true`) =>
  async (db: Db) =>
    exists(db, sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid and ${more}`);
const not = (check: (db: Db) => Promise<boolean>) => async (db: Db) => !(await check(db));

/** Deletes the photo as the server does. */
async function deletePhoto(): Promise<void> {
  await app.ctx.db.transaction().execute(async (trx) => {
    await noteRemovedRefusers(app.ctx, trx, [world.photo]);
    await blockPictures(app.ctx, trx, sql<boolean>`photo.id = ${world.photo}::uuid`);
    await trx.deleteFrom('photo').where('id', '=', world.photo).execute();
  });
}
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.ctx.db);
const takeDown = () =>
  run(
    sql`insert into takedown (id, gallery_id, photo_id, asked_at) values (${newId()}, ${world.gallery}, ${world.photo}, now())`,
  );
const refuse = (by: Actor) => sayConsent(app, world.mia, 'outside', 'no', { as: 'guardian', by: by.id });

/** What a file in the hot folder is called once the name in its path is erased. */
let neutral: string;

type State = {
  /** What is so before the older backup. */
  before?: () => Promise<unknown>;
  /** What happens between the two backups. */
  happens: () => Promise<unknown>;
  /** Whether somebody is protected, in a database. */
  isProtected: (db: Db) => Promise<boolean>;
  isErasure?: true;
};
const states: Record<string, State> = {
  'an erased person': {
    isErasure: true,
    happens: () =>
      run(sql`with gone as (delete from club_person where id = ${world.mia}::uuid returning id, club_id)
        insert into erasure (id, kind, subject_id, club_id) select ${newId()}::uuid, 'person', id, club_id from gone`),
    isProtected: (db) => not(row('club_person', 'id', world.mia))(db),
  },
  'somebody erased who came and went since, in what files say': {
    isErasure: true,
    before: async () => {
      const of = { photo_id: world.photo, gallery_id: world.gallery };
      const words = { caption: 'Goal by Lea Tannenberg', headline: '', keywords: '[]', people: '[]' };
      await app.ctx.db
        .insertInto('photo_words')
        .values({ ...of, ...words, regions: '[]' })
        .execute();
    },
    happens: async () => {
      const name = { club_id: world.club, name: 'lea tannenberg' };
      await app.ctx.db.transaction().execute((trx) => keepErasedName(app.ctx, trx, name));
      await run(sql`update photo_words set caption = 'Goal by' where photo_id = ${world.photo}::uuid`);
    },
    isProtected: async (db) =>
      (await row('erased_name', 'club_id', world.club)(db)) &&
      !(await row('photo_words', 'photo_id', world.photo, sql`caption like '%Lea%'`)(db)),
  },
  'somebody erased who came and went since, in the path of a file in the hot folder': {
    isErasure: true,
    before: async () => {
      const of = { gallery_id: world.gallery, user_id: world.photographer.id, photo_id: world.photo };
      await app.ctx.db
        .insertInto('delivered_file')
        .values({
          ...{ ...of, id: newId(), name: 'TannenbergLea_7.jpg', state: 'taken', bytes: 1, made_photo: true },
          ...{ sha256: Buffer.from('as delivered'), sent_at: app.ctx.clock.now() },
        })
        .execute();
    },
    happens: async () => {
      const name = { club_id: world.club, name: 'lea tannenberg' };
      await app.ctx.db.transaction().execute((trx) => keepErasedName(app.ctx, trx, name));
      await run(sql`update delivered_file set name = ${neutral} where gallery_id = ${world.gallery}::uuid`);
    },
    isProtected: (db) => not(row('delivered_file', 'gallery_id', world.gallery, sql`name like '%Lea%'`))(db),
  },
  'somebody erased who came and went since, in the name of a photo that was deleted': {
    isErasure: true,
    before: () =>
      run(
        sql`update photo set filename = 'Lea Tannenberg.jpg', relative_path = 'Lea Tannenberg/1.jpg' where id = ${world.photo}::uuid`,
      ),
    happens: async () => {
      const name = { club_id: world.club, name: 'lea tannenberg' };
      await app.ctx.db.transaction().execute((trx) => keepErasedName(app.ctx, trx, name));
      await run(sql`delete from photo where id = ${world.photo}::uuid`);
    },
    isProtected: (db) =>
      not(row('photo', 'id', world.photo, sql`filename || relative_path like '%Lea%'`))(db),
  },
  'a file that was called as somebody who was erased': {
    before: () =>
      run(
        sql`update photo set filename = 'Lea Tannenberg.jpg', relative_path = 'Lea/1.jpg' where id = ${world.photo}::uuid`,
      ),
    happens: () =>
      run(
        sql`update photo set filename = neutral_file_name(id, filename), relative_path = null where id = ${world.photo}::uuid`,
      ),
    isProtected: (db) =>
      row('photo', 'id', world.photo, sql`filename not like '%Lea%' and relative_path is null`)(db),
  },
  'captions that readers are shown no more': {
    before: () => run(sql`update gallery set shows_captions = true where id = ${world.gallery}::uuid`),
    happens: () => run(sql`update gallery set shows_captions = false where id = ${world.gallery}::uuid`),
    isProtected: (db) => row('gallery', 'id', world.gallery, sql`not shows_captions`)(db),
  },
  'captions of a deleted gallery': {
    before: () => run(sql`update gallery set shows_captions = true where id = ${world.gallery}::uuid`),
    happens: () => run(sql`delete from gallery where id = ${world.gallery}::uuid`),
    isProtected: (db) => not(row('gallery', 'id', world.gallery, sql`shows_captions`))(db),
  },
  'a refusal of a guardian': { happens: () => refuse(world.member), isProtected: isLeftOut },
  'a refusal of a guardian who came later': {
    happens: async () => {
      const father = await createActor(app);
      await addMember(app, world.club, father.id);
      await makeGuardian(app, world.mia, father.id);
      await refuse(father);
    },
    isProtected: isLeftOut,
  },
  'a refusal on paper': {
    happens: () => sayConsent(app, world.mia, 'outside', 'no'),
    isProtected: isLeftOut,
  },
  'an agreement that was taken back as entered wrongly': {
    before: async () => {
      await run(sql`delete from consent where club_person_id = ${world.mia}::uuid`);
      await sayConsent(app, world.mia, 'name', 'yes');
    },
    happens: () => run(sql`delete from consent where club_person_id = ${world.mia}::uuid`),
    isProtected: (db) =>
      not((each) =>
        exists(each, sql`select from consent where answer = 'yes' and club_person_id = ${world.mia}::uuid`),
      )(db),
  },
  'a guardian whom an invitation had confirmed, and the club took back': {
    before: async () => {
      await run(sql`update guardianship set by_invitation = true where user_id = ${world.member.id}::uuid`);
      await refuse(world.member);
    },
    happens: async () => {
      await run(sql`delete from consent where said_by = ${world.member.id}::uuid`);
      await run(
        sql`update guardianship set state = 'ended', ended_at = now() where user_id = ${world.member.id}::uuid`,
      );
    },
    isProtected: (db) =>
      not((each) => exists(each, sql`select from consent where said_by = ${world.member.id}::uuid`))(db),
  },
  'somebody who refused and was found in a photo later': {
    before: async () => {
      await refuse(world.member);
      await run(sql`delete from club_person_link where club_id = ${world.club}::uuid`);
    },
    happens: () =>
      run(
        sql`insert into club_person_link (person_id, club_id, club_person_id) values (${world.person}, ${world.club}, ${world.mia})`,
      ),
    isProtected: isLeftOut,
  },
  'somebody who was listed, found and refused later': {
    before: () => run(sql`delete from club_person where club_id = ${world.club}::uuid`),
    happens: async () => {
      const later = await createClubPerson(app, world.club, { first_name: 'Lea' });
      await sayConsent(app, later, 'outside', 'no');
      await run(
        sql`insert into club_person_link (person_id, club_id, club_person_id) values (${world.person}, ${world.club}, ${later})`,
      );
    },
    isProtected: isLeftOut,
  },
  'somebody who refused, whose faces were grouped anew': {
    before: () => run(sql`delete from club_person_link where club_id = ${world.club}::uuid`),
    happens: async () => {
      await refuse(world.member);
      const person = newId();
      await run(sql`insert into person (id, gallery_id, number) values (${person}, ${world.gallery}, 99)`);
      await run(sql`update assignment set person_id = ${person} where person_id = ${world.person}::uuid`);
      await run(sql`delete from person where id = ${world.person}::uuid`);
      await run(
        sql`insert into club_person_link (person_id, club_id, club_person_id) values (${person}, ${world.club}, ${world.mia})`,
      );
    },
    isProtected: isLeftOut,
  },
  'a family that said who it is, and refused': {
    before: () => run(sql`delete from club_person_link where club_id = ${world.club}::uuid`),
    happens: async () => {
      await run(
        sql`insert into link_question (person_id, club_person_id, answer, answered_at) values (${world.person}, ${world.mia}, 'yes', now())`,
      );
      await refuse(world.member);
    },
    isProtected: isLeftOut,
  },
  'a photo hidden on request': { happens: takeDown, isProtected: isHidden },
  'a request that was granted after it had been declined': {
    before: async () => {
      await takeDown();
      await run(
        sql`update takedown set decided = 'declined', decided_at = now() where photo_id = ${world.photo}::uuid`,
      );
    },
    happens: () => run(sql`update takedown set decided = 'granted' where photo_id = ${world.photo}::uuid`),
    isProtected: isHidden,
  },
  'a photo hidden on request and deleted': {
    happens: async () => {
      await takeDown();
      await deletePhoto();
    },
    isProtected: isHidden,
  },
  'a photo left out by hand': {
    happens: () => run(sql`update photo set is_kept_inside = true where id = ${world.photo}::uuid`),
    isProtected: isLeftOut,
  },
  'a photo left out by hand and deleted': {
    happens: async () => {
      await run(sql`update photo set is_kept_inside = true where id = ${world.photo}::uuid`);
      await deletePhoto();
    },
    isProtected: isLeftOut,
  },
  'a photo with somebody who refused, deleted': {
    before: () => run(sql`delete from club_person_link where club_id = ${world.club}::uuid`),
    happens: async () => {
      await run(
        sql`insert into club_person_link (person_id, club_id, club_person_id) values (${world.person}, ${world.club}, ${world.mia})`,
      );
      await refuse(world.member);
      await deletePhoto();
    },
    isProtected: isLeftOut,
  },
  'photos that wait for an answer': {
    happens: () => run(sql`update photo set awaits_answer = true where id = ${world.photo}::uuid`),
    isProtected: isLeftOut,
  },
  'a name that was removed': {
    before: () => run(sql`update person set name = 'Mia' where id = ${world.person}::uuid`),
    happens: () => run(sql`update person set name = '' where id = ${world.person}::uuid`),
    isProtected: (db) => row('person', 'id', world.person, sql`name = ''`)(db),
  },
  'a link that was switched off': {
    happens: () =>
      run(sql`update share_link set is_active = false where gallery_id = ${world.gallery}::uuid`),
    isProtected: (db) => not(row('share_link', 'id', world.link, sql`is_active`))(db),
  },
  'a link that was deleted': {
    happens: () => run(sql`delete from share_link where gallery_id = ${world.gallery}::uuid`),
    isProtected: (db) => not(row('share_link', 'id', world.link))(db),
  },
  'a link whose end was moved forward': {
    happens: () =>
      run(sql`update share_link set expires_at = now() where gallery_id = ${world.gallery}::uuid`),
    isProtected: (db) => row('share_link', 'id', world.link, sql`expires_at <= now()`)(db),
  },
  'a link that got a password': {
    happens: () =>
      run(sql`update share_link set password_hash = 'new' where gallery_id = ${world.gallery}::uuid`),
    isProtected: (db) => row('share_link', 'id', world.link, sql`password_hash = 'new'`)(db),
  },
  'a link of a deleted gallery': {
    happens: () => run(sql`delete from gallery where id = ${world.gallery}::uuid`),
    isProtected: (db) => not(row('share_link', 'id', world.link, sql`is_active`))(db),
  },
  'a gallery that was public': {
    happens: () => run(sql`update gallery set visibility = 'private' where id = ${world.gallery}::uuid`),
    isProtected: (db) => row('gallery', 'id', world.gallery, sql`visibility = 'private'`)(db),
  },
  'phones that are told no more': {
    before: () =>
      app.ctx.db.transaction().execute(async (trx) => {
        const settings = await getInstallationSettings(trx);
        await saveInstallationSettings(trx, { ...settings, web_push: true }, new Date());
      }),
    happens: () => run(sql`update instance_setting set web_push = false`),
    isProtected: not((db) => exists(db, sql`select from instance_setting where web_push`)),
  },
  'a member who was removed': {
    happens: () => run(sql`delete from club_membership where user_id = ${world.member.id}::uuid`),
    isProtected: (db) => not(row('club_membership', 'user_id', world.member.id))(db),
  },
  'access by name that ended': {
    happens: () => run(sql`delete from gallery_user where gallery_id = ${world.gallery}::uuid`),
    isProtected: (db) => not(row('gallery_user', 'user_id', world.member.id))(db),
  },
  'a role that was taken': {
    happens: () => run(sql`delete from role_assignment where user_id = ${world.photographer.id}::uuid`),
    isProtected: (db) => not(row('role_assignment', 'user_id', world.photographer.id))(db),
  },
  'the gallery of a photographer who left': {
    happens: () =>
      run(sql`with roles as (delete from role_assignment where user_id = ${world.photographer.id}::uuid)
        delete from club_membership where user_id = ${world.photographer.id}::uuid`),
    isProtected: (db) => row('ended_belonging', 'user_id', world.photographer.id)(db),
  },
  'a guardian who was ended': {
    happens: () =>
      run(
        sql`update guardianship set state = 'ended', ended_at = now() where club_person_id = ${world.mia}::uuid`,
      ),
    isProtected: (db) => row('guardianship', 'user_id', world.member.id, sql`state = 'ended'`)(db),
  },
  'an account that was deleted': {
    happens: () => run(sql`delete from app_user where id = ${world.member.id}::uuid`),
    isProtected: (db) => not(row('app_user', 'id', world.member.id))(db),
  },
  'an account that was deactivated': {
    happens: () => run(sql`update app_user set is_active = false where id = ${world.member.id}::uuid`),
    isProtected: (db) => row('app_user', 'id', world.member.id, sql`not is_active`)(db),
  },
  'a password that was changed': {
    happens: () => run(sql`update app_user set password_hash = 'new' where id = ${world.member.id}::uuid`),
    isProtected: (db) => row('app_user', 'id', world.member.id, sql`password_hash = 'new'`)(db),
  },
  'a calendar address that was replaced': {
    before: () =>
      run(
        sql`insert into calendar_feed (id, user_id, token_hash, created_at) values (${newId()}, ${world.member.id}, 'old', now())`,
      ),
    happens: () => run(sql`update calendar_feed set token_hash = 'new'`),
    isProtected: (db) =>
      not((each) => exists(each, sql`select from calendar_feed where token_hash = 'old'`))(db),
  },
  'an invitation that somebody used who was there': {
    happens: () =>
      run(
        sql`insert into invitation_acceptance (invitation_id, user_id) values (${world.invitation}, ${world.member.id})`,
      ),
    isProtected: (db) => row('invitation_acceptance', 'invitation_id', world.invitation)(db),
  },
  'an invitation that somebody used who came by it': {
    happens: async () => {
      const { id } = await createActor(app);
      await run(
        sql`insert into invitation_acceptance (invitation_id, user_id) values (${world.invitation}, ${id})`,
      );
    },
    isProtected: (db) => row('invitation', 'id', world.invitation, sql`revoked_at is not null`)(db),
  },
  'an invitation that was withdrawn': {
    happens: () => run(sql`update invitation set revoked_at = now() where club_id = ${world.club}::uuid`),
    isProtected: (db) => row('invitation', 'id', world.invitation, sql`revoked_at is not null`)(db),
  },
  'a link to set a password that was used': {
    before: () =>
      run(
        sql`insert into one_time_token (token_hash, purpose, user_id, expires_at) values ('token', 'reset_password', ${world.member.id}, now() + interval '1 hour')`,
      ),
    happens: () => run(sql`update one_time_token set used_at = now()`),
    isProtected: (db) => row('one_time_token', 'user_id', world.member.id, sql`used_at is not null`)(db),
  },
  'a club that shares no links of families any more': {
    before: () => run(sql`update club set allows_family_links = true where id = ${world.club}::uuid`),
    happens: () => run(sql`update club set allows_family_links = false where id = ${world.club}::uuid`),
    isProtected: (db) => row('club', 'id', world.club, sql`not allows_family_links`)(db),
  },
};

const names = Object.keys(states);
const worlds: Record<string, World> = {};
const inWorld = <T>(name: string, work: (state: State) => Promise<T>): Promise<T> => {
  world = worlds[name]!;
  return work(states[name]!);
};
const each = async (work: (state: State) => Promise<unknown>) => {
  for (const name of names) await inWorld(name, work);
};
/** The states that hold in a database. */
async function holdingIn(db: Db): Promise<string[]> {
  const holding: string[] = [];
  for (const name of names) if (await inWorld(name, ({ isProtected }) => isProtected(db))) holding.push(name);
  return holding;
}

let target: TestDatabase;
beforeAll(async () => {
  neutral = neutralPath(app.ctx, 'TannenbergLea_7.jpg');
  for (const name of names) worlds[name] = await createWorld();
  await each(async ({ before }) => before?.());
  await giveKey(app, await createActor(app), 'read');
  await backUp('alone/older');
  expect(await holdingIn(app.ctx.db)).toEqual([]);
  await each(({ happens }) => happens());
  expect((await holdingIn(app.ctx.db)).length).toBeGreaterThan(names.length - 5);
  await cp(join(root, 'alone/older'), join(root, 'both/older'), { recursive: true });
  await backUp('both/newer');
});
beforeEach(async () => {
  target = await emptyTestDatabase();
});
afterEach(() => target.remove());

async function restore(path: string, options: RestoreOptions = {}) {
  const backup = await BackupFolder.open(join(root, path));
  const found = await findNewestBackup(backup, options.asItWas ? erasureTables : protectingTables);
  const restored = await restoreBackup(
    backup,
    { ...target, store: await DiskStore.open(join(target.dataDir, 'photos')) },
    { newest: found.newest, secret: SECRET, ...options },
  );
  const open = await target.db.selectFrom('session').select('id').where('revoked_at', 'is', null).execute();
  expect(open).toEqual([]);
  expect(await target.db.selectFrom('api_key').select('id').execute()).toEqual([]);
  return { restored, said: describeRestore(backup, found, restored, options.asItWas ?? false) };
}
const linksOn = () => target.db.selectFrom('share_link').select('id').where('is_active', '=', true).execute();

test('what protects somebody holds after an older backup was restored beside a newer one', async () => {
  const { said } = await restore('both/older');
  expect(names.filter((name) => !states[name])).toEqual([]);
  expect(await holdingIn(target.db)).toEqual(names);
  // By which it is known when it comes again.
  const paths = await target.db.selectFrom('delivered_file').select('name').execute();
  expect(paths).toEqual([{ name: neutral }]);
  expect(said).toMatch(/Repeated from the newest backup.*members removed: \d/);
  expect(said).toMatch(/There again, although deleted since: photos: \d/);
  expect(said).not.toContain('as it was');
  expect((await linksOn()).length).toBeGreaterThan(20);
});

test('without the signing secret what is there again is left out, which is said', async () => {
  const { said } = await restore('both/older', { secret: undefined });
  const lost = names.filter((name) => name === 'a photo hidden on request and deleted');
  const holding = await holdingIn(target.db);
  expect(names.filter((name) => !holding.includes(name))).toEqual(lost);
  for (const name of lost) expect(await inWorld(name, () => isLeftOut(target.db))).toBe(true);
  expect(said).toContain('Without the signing secret');
});

test('erasures alone are repeated with --as-it-was, and the rest is named', async () => {
  const { said } = await restore('both/older', { asItWas: true });
  expect(await holdingIn(target.db)).toEqual(names.filter((name) => states[name]!.isErasure));
  expect(said).toMatch(/Not repeated, and as they were at .*refusals.*share links.*members and roles/);
});

test('nothing is repeated without a newer backup, which is said', async () => {
  const { said } = await restore('alone/older');
  expect(await holdingIn(target.db)).toEqual([]);
  expect(said).toMatch(/No newer backup.*Not repeated/);
  expect(said).toContain('Everybody has to sign in anew');
});

test('all links come back switched off where no backup is younger than a day', async () => {
  const { said, restored } = await restore('both/older', { now: new Date(Date.now() + 25 * 3_600_000) });
  expect(await linksOn()).toEqual([]);
  expect(restored.linksOff).toBeGreaterThan(20);
  expect(said).toMatch(/Share links switched off: \d+/);
});

test('backups of another installation say nothing, and unreadable ones are named', async () => {
  const folder = join(root, 'others');
  await cp(join(root, 'both/older'), join(folder, 'older'), { recursive: true });
  await cp(join(root, 'both/newer'), join(folder, 'damaged'), { recursive: true });
  await writeFile(join(folder, 'damaged/tables/share_link.ndjson'), '{}\n');
  await emptyTables(app.ctx.db);
  await createActor(app);
  await backUp('others/foreign');
  const { said, restored } = await restore('others/older');
  expect(restored.repeated).toBeUndefined();
  expect(said).toMatch(/No newer backup of this installation/);
  expect(said).toMatch(/Not read.*: damaged\./);
});
