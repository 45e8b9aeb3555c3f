/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { runBackup } from '#server/backup/run-backup.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { GuestUploadLink } from '#server/contract/schemas/guest-photos.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { writeSharePassword } from '#server/contract/share-password-header.ts';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { removeOldGuestPhotos } from '#server/features/sharing/guest-photos/decline-guest-photos.ts';
import { newId } from '#server/ids.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/club-people.ts';
import { emptyTestDatabase } from '#tests/support/database.ts';
import { createGuestPhotos, type Guest, guestsOf, newGuest, type SentAnswer } from '#tests/support/guests.ts';
import { installationOfApp, PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters, SECRET_EXIF, storedFor } from '#tests/support/test-images.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
let guests: ReturnType<typeof guestsOf>;
let admin: Actor;
let club: string;
let gallery: string;
let link: ShareLink;
let guest: Guest;

beforeAll(async () => {
  app = await startPhotoApp();
  guests = guestsOf(app);
  admin = await createActor(app, ['admin']);
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.set(null);
  for (const table of ['notification', 'audit_entry', 'job'] as const)
    await app.ctx.db.deleteFrom(table).execute();
  club = await createClub(app, 'North');
  const { id } = app.photographer;
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    name: 'Cup',
    visibility: 'public',
    photographer: id,
    createdBy: id,
  });
  link = await guests.createLink(gallery, { name: 'Parents' });
  guest = newGuest(link);
});

let width = 100;
/** Other bytes each time, with place, camera and name in them, stored lying on its side. */
async function photo(): Promise<Buffer> {
  width += 2;
  return storedFor(6, quarters(width, 80))
    .withMetadata({ orientation: 6 })
    .withExifMerge(SECRET_EXIF)
    .jpeg()
    .toBuffer();
}
const idOf = ({ status, body }: SentAnswer): string => {
  expect([status, body.code]).toEqual([201, undefined]);
  return body.data?.id ?? '';
};
const sendOne = async (from = guest, name = 'Grandma') =>
  idOf(await guests.send(from, await photo(), { name }));
const galleryAs = async (who: Actor) => (await who.call<Gallery>('GET', `/galleries/${gallery}`)).body.data;
const filesOf = async (id: string) => (await app.stock()).files.filter((file) => file.includes(id));
const waitingIds = async () => (await guests.waiting(gallery)).body.data.photos.map(({ id }) => id);
const statesOf = async (of = guest) => (await guests.own(of)).body.data.photos.map(({ state }) => state);

describe('a link that collects photos', () => {
  test('is made by those who may make share links, and shows nothing of the gallery', async () => {
    await app.send(await photo(), { gallery });
    expect(link).toMatchObject({ scope: 'collect', photo_count: 0, allow_download: false });
    expect(link.url).toBe(`${app.url}/gallery/shared/${link.token}/send`);
    const anybody = caller(app.url);
    const opened = await anybody<GuestUploadLink>('GET', `/galleries/shared/${link.token}/collect`);
    expect(opened.body.data).toEqual({
      gallery: 'Cup',
      clubs: ['North'],
      asked_by: expect.stringContaining('user'),
      expires_at: null,
      kept_days: 30,
      unlock_token: expect.any(String),
    });
    for (const path of ['', '/photos', '/people'])
      expect((await anybody('GET', `/galleries/shared/${link.token}${path}`)).body.code).toBe(
        'link_not_found',
      );
    expect((await anybody('POST', `/galleries/shared/${link.token}/download`, {})).body.code).toBe(
      'link_not_found',
    );
    const archive = await fetch(`${app.url}/api/galleries/shared/${link.token}/download`);
    expect(archive.status).toBe(404);
    const others = [await createActor(app), await createActor(app, [{ role: 'club_admin', club }])];
    for (const other of others) {
      const refused = await other.call('POST', `/galleries/${gallery}/links`, { collects: true });
      expect(refused.body.code).toBe('gallery_action_forbidden');
    }
    for (const shown of [{ show_people: true }, { person_ids: [newId()] }, { photo_ids: [newId()] }]) {
      const body = { collects: true, ...shown };
      expect((await admin.call('POST', `/galleries/${gallery}/links`, body)).body.code).toBe('field_invalid');
    }
  });

  test('takes nothing once it is switched off, expired or deleted, without its password, and other links take nothing', async () => {
    const bytes = await photo();
    const change = (body: object) => app.photographer.call('PUT', `/galleries/links/${link.id}`, body);
    const refusal = async () => {
      const answer = await guests.send(guest, bytes);
      return [answer.status, answer.body.code];
    };
    await change({ is_active: false });
    expect(await refusal()).toEqual([403, 'link_inactive']);
    await change({ is_active: true, expires_at: new Date(Date.now() - 1000).toISOString() });
    expect(await refusal()).toEqual([410, 'link_expired']);
    await change({ expires_at: null, password: 'open sesame' });
    expect(await refusal()).toEqual([401, 'link_password_required']);
    const { body } = await caller(app.url)<GuestUploadLink>(
      'GET',
      `/galleries/shared/${link.token}/collect`,
      undefined,
      { 'x-share-password': 'open sesame' },
    );
    idOf(await guests.send({ ...guest, unlock: body.data.unlock_token }, bytes));
    expect((await guests.own(guest)).body.code).toBe('link_password_required');
    // Other clients send other letters as UTF-8 or Latin-1; ours as RFC 8187 has it.
    const sweet = 'süß & 100 %';
    await change({ password: sweet });
    const utf8 = Buffer.from(sweet, 'utf8').toString('latin1');
    const headers: [string, number][] = [
      [writeSharePassword(sweet), 200],
      [utf8, 200],
      [sweet, 200],
      ["UTF-8''%", 401],
      ["UTF-8''s%C3%BC%C3%9F", 401],
    ];
    for (const [header, expected] of headers) {
      const { status } = await caller(app.url)('GET', `/galleries/shared/${link.token}/collect`, undefined, {
        'x-share-password': header,
      });
      expect([header, status]).toEqual([header, expected]);
    }
    await app.photographer.call('DELETE', `/galleries/links/${link.id}`);
    expect(await refusal()).toEqual([404, 'link_not_found']);
    const shows = await app.photographer.call<ShareLink>('POST', `/galleries/${gallery}/links`, {});
    guest = newGuest(shows.body.data);
    expect(await refusal()).toEqual([404, 'link_not_found']);
  });

  test('that was deleted or has expired leaves the photos that wait to those who decide', async () => {
    const [first, second] = [await sendOne(), await sendOne()];
    await app.photographer.call('PUT', `/galleries/links/${link.id}`, {
      expires_at: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await waitingIds()).toEqual([first, second]);
    await app.photographer.call('DELETE', `/galleries/links/${link.id}`);
    expect(await waitingIds()).toEqual([first, second]);
    expect((await guests.decide('accept', [first], gallery)).body.data).toEqual({
      accepted: 1,
      duplicates: 0,
    });
    expect((await guests.decide('decline', [second], gallery)).body.data).toEqual({ declined: 1 });
  });
});

describe('a photo that waits', () => {
  test('is kept with its time and what the guest typed, upright, and says nothing else', async () => {
    const bytes = await photo();
    expect(bytes.includes('SECRET-NAME')).toBe(true);
    const id = idOf(await guests.send(guest, bytes, { name: 'Grandma', filename: 'team.jpg' }));
    const files = await filesOf(id);
    expect(files).toHaveLength(4);
    for (const file of files) {
      const kept = await app.read(file);
      for (const secret of ['SECRET', 'GPS']) expect(kept.includes(secret), file).toBe(false);
      for (const said of ['2024:05:06', 'Grandma'])
        expect(kept.includes(said), file).toBe(file.startsWith('originals'));
    }
    const row = await app.ctx.db
      .selectFrom('guest_photo')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      guest_name: 'Grandma',
      filename: 'team.jpg',
      mime: 'image/jpeg',
      width,
      height: 80,
    });
    expect(row.taken_at?.toISOString()).toBe('2024-05-06T05:08:09.000Z');
    const original = files.find((file) => file.startsWith('originals'))!;
    expect((await app.read(original)).length).toBe(row.bytes);
    expect(row.guest_hash).not.toContain(guest.key);
    for (const finding of await auditFiles(app.ctx.db, app.store, true)) expect(finding.items).toEqual([]);
  });

  test('is seen by nobody but those who decide and the browser that sent it', async () => {
    const shown = (await app.send(await photo(), { gallery })).body.data;
    const open = (await app.photographer.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body
      .data;
    const member = await createActor(app);
    await addMember(app, club, member.id);
    const readers = [member, await createActor(app, [{ role: 'club_admin', club }])];
    const addresses = [
      `/galleries/${gallery}`,
      '/galleries',
      `/photos/gallery/${gallery}`,
      `/facerecognition/galleries/${gallery}/summary`,
      `/facerecognition/galleries/${gallery}/faces`,
      '/events',
      '/stats/dashboard',
      '/my-photos',
      '/notifications',
    ];
    const seenBy = async (who: Actor) =>
      Promise.all(addresses.map(async (path) => (await who.call('GET', path)).body.data));
    const visit = async () => ({
      gallery: (await caller(app.url)<Gallery>('GET', `/galleries/shared/${open.token}`)).body.data
        .photo_count,
      photos: (await caller(app.url)<{ total: number }>('GET', `/galleries/shared/${open.token}/photos`)).body
        .data.total,
    });
    const adminPages = async () =>
      Promise.all(
        ['/storage/clubs', '/storage/galleries', '/storage/photographers', '/stats/admin'].map(
          async (path) => {
            const { uptime_seconds: _, ...answer } = (await admin.call<Record<string, unknown>>('GET', path))
              .body.data;
            return JSON.stringify(answer);
          },
        ),
      );
    const before = [await Promise.all(readers.map(seenBy)), await visit()];
    const id = await sendOne();
    expect([await Promise.all(readers.map(seenBy)), await visit()]).toEqual(before);
    for (const page of await adminPages()) expect(page).not.toContain(id);
    for (const path of [`/photos/${id}`, `/photos/${id}/faces`, `/photos/${id}/download?size=small`])
      for (const who of [...readers, app.photographer, admin])
        expect((await who.call('GET', path)).body.code, path).toBe('photo_not_found');
    const byLink = `/galleries/shared/${open.token}/photos/${id}/download?size=small`;
    expect((await caller(app.url)('GET', byLink)).body.code).toBe('photo_not_found');
    const zip = await fetch(`${app.url}/api/galleries/${gallery}/download`, {
      headers: { authorization: `Bearer ${app.photographer.token}` },
    });
    expect(unzip(Buffer.from(await zip.arrayBuffer()))).toHaveLength(1);
    for (const who of readers) {
      expect((await guests.waiting(gallery, who)).body.code).toBe('gallery_action_forbidden');
      expect((await guests.decide('accept', [id], gallery, who)).body.code).toBe('gallery_action_forbidden');
      expect((await guests.decide('decline', [id], gallery, who)).body.code).toBe('gallery_action_forbidden');
      const picture = await who.call('GET', `/guest-photos/${id}/picture`);
      expect(picture.body.code).toBe('gallery_action_forbidden');
      expect((await galleryAs(who)).waiting_guest_photos).toBe(0);
    }
    expect((await caller(app.url)('GET', `/guest-photos/${id}/picture`)).body.code).toBe('not_signed_in');
    for (const who of [app.photographer, admin]) {
      expect((await galleryAs(who)).waiting_guest_photos).toBe(1);
      expect((await guests.waiting(gallery, who)).body.data).toMatchObject({
        photos: [{ id, guest_name: 'Grandma', share_link: 'Parents' }],
        total: 1,
      });
      for (const size of ['small', 'medium', 'large']) {
        const picture = await fetch(`${app.url}/api/guest-photos/${id}/picture?size=${size}`, {
          headers: { authorization: `Bearer ${who.token}` },
        });
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        await picture.arrayBuffer();
      }
    }
    expect(shown.duplicate).toBe(false);
    const jobs = await app.ctx.db
      .selectFrom('job')
      .select('key')
      .where('name', '=', 'analyse-photo')
      .execute();
    expect(jobs.map(({ key }) => key)).not.toContain(id);
  });

  test('is the own one of one browser: another with the same link finds nothing', async () => {
    const id = await sendOne();
    const other = newGuest(link);
    expect((await guests.own(other)).body.data).toEqual({ photos: [], places_left: null });
    expect((await guests.withdraw(other, id)).body.code).toBe('photo_not_found');
    expect((await guests.picture(other, id)).status).toBe(404);
    const elsewhere = { ...guest, token: (await guests.createLink(gallery)).token };
    expect((await guests.own(elsewhere)).body.data).toEqual({ photos: [], places_left: null });
    expect((await guests.withdraw(elsewhere, id)).body.code).toBe('photo_not_found');
    expect((await guests.picture(guest, id)).status).toBe(200);
    expect((await guests.own({ ...guest, key: 'short' })).body.code).toBe('field_invalid');
    expect((await guests.send({ ...guest, key: 'short' }, await photo())).body.code).toBe('field_invalid');
    const begun = await guests.begin(guest, 10);
    expect((await guests.bring(other, begun.location!, Buffer.alloc(10))).body.code).toBe('upload_not_found');
  });

  test('is deleted by its own browser with its files, as long as it waits', async () => {
    const id = await sendOne();
    expect(await statesOf()).toEqual(['waiting']);
    expect((await guests.withdraw(guest, id)).status).toBe(200);
    await app.removeLeftovers();
    expect([await statesOf(), await waitingIds(), await filesOf(id)]).toEqual([[], [], []]);
    expect((await guests.withdraw(guest, id)).body.code).toBe('photo_not_found');
    expect((await guests.decide('accept', [id], gallery)).body.data).toEqual({ accepted: 0, duplicates: 0 });
  });

  test('goes after 30 days with its files, the receipts of accepted ones too; not a day earlier', async () => {
    const [old, accepted] = [await sendOne(), await sendOne()];
    await guests.decide('accept', [accepted], gallery);
    app.clock.set(new Date(Date.now() + lifetimes.guestPhotoKeptMs - dayMs));
    await removeOldGuestPhotos(app.ctx);
    expect(await waitingIds()).toEqual([old]);
    expect(await statesOf()).toEqual(['accepted', 'waiting']);
    app.clock.set(new Date(Date.now() + lifetimes.guestPhotoKeptMs + 1000));
    await removeOldGuestPhotos(app.ctx);
    await app.removeLeftovers();
    expect([await waitingIds(), await statesOf(), await filesOf(old)]).toEqual([[], [], []]);
    expect(await filesOf(accepted)).toHaveLength(4);
  });

  test('goes with its gallery', async () => {
    const id = await sendOne();
    expect((await admin.call('DELETE', `/galleries/${gallery}`)).status).toBe(200);
    expect((await admin.call('POST', `/galleries/${gallery}/purge`, {})).status).toBe(200);
    await app.removeLeftovers();
    expect(await filesOf(id)).toEqual([]);
    expect(await app.ctx.db.selectFrom('guest_photo').select('id').where('id', '=', id).execute()).toEqual(
      [],
    );
  });

  test.runIf(NIGHTLY)('is in a backup, and restored with its original', async () => {
    const id = await sendOne();
    const root = await mkdtemp(join(tmpdir(), 'clublens-guests-'));
    const empty = await emptyTestDatabase();
    try {
      await runBackup(installationOfApp(app), { folder: join(root, 'backup') });
      const store = await DiskStore.open(join(root, 'photos'));
      await restoreBackup(await BackupFolder.open(join(root, 'backup')), { ...empty, store });
      const row = await empty.db
        .selectFrom('guest_photo')
        .select(['guest_name', 'original_key', 'bytes'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.guest_name).toBe('Grandma');
      expect((await store.stat(row.original_key))?.bytes).toBe(row.bytes);
    } finally {
      await empty.remove();
      await rm(root, { recursive: true });
    }
  });

  test('loses the name of its guest when somebody of this name is erased', async () => {
    const last_name = `Guest${Date.now()}`;
    const id = await sendOne(guest, `from Mia ${last_name}`);
    const person = await createClubPerson(app, club, { name: 'Mia' });
    await app.ctx.db.updateTable('club_person').set({ last_name }).where('id', '=', person).execute();
    const { status } = await admin.call('DELETE', `/clubs/${club}/people/${person}`);
    expect(status).toBe(200);
    const { photos } = (await guests.waiting(gallery)).body.data;
    expect(photos).toMatchObject([{ id, guest_name: 'from' }]);
  });

  test('has its pictures made anew where they are missing, as after a restore', async () => {
    const id = await sendOne();
    for (const file of await filesOf(id)) if (file.startsWith('renditions')) await app.store.remove(file);
    expect((await guests.picture(guest, id)).status).toBe(200);
    expect(await filesOf(id)).toHaveLength(4);
  });
});

describe('what guests send', () => {
  test('has the limits of every upload, and leaves nothing when it is refused', async () => {
    const before = await app.stock();
    const code = async (sent: Promise<SentAnswer>) => (await sent).body.code;
    expect(await code(guests.begin(guest, PHOTO_LIMITS.maxBytes + 1))).toBe('upload_too_large');
    expect(await code(guests.begin(guest, 0))).toBe('upload_empty');
    expect(await code(guests.send(guest, Buffer.from('no photo!')))).toBe('image_type_not_accepted');
    expect(await code(guests.begin(guest, 10, { name: 'x'.repeat(inputLimits.guestNameMax + 1) }))).toBe(
      'field_invalid',
    );
    await app.removeLeftovers();
    expect(await app.stock()).toEqual(before);
    expect(await waitingIds()).toEqual([]);
  });

  test('counts towards the quota of a club before it is accepted, and accepting needs no more room', async () => {
    const bytes = await photo();
    await admin.call('PUT', `/clubs/${club}/storage`, { quota_bytes: bytes.length });
    const id = idOf(await guests.send(guest, bytes));
    const refused = await guests.send(guest, await photo());
    expect([refused.status, refused.body.code]).toEqual([403, 'club_storage_full']);
    expect((await app.send(await photo(), { gallery })).body.code).toBe('club_storage_full');
    expect((await guests.decide('accept', [id], gallery)).body.data.accepted).toBe(1);
  });

  test('is enough at some number of waiting photos by one link', async () => {
    await createGuestPhotos(app, { gallery, link: link.id }, countLimits.waitingPhotosPerLinkMax - 1);
    // Two that begin at once: the first to be whole takes the last place.
    const [first, second] = [await photo(), await photo()];
    const begun = await guests.begin(guest, first.length);
    expect((await guests.begin(guest, second.length)).body.code).toBe('guest_photos_enough');
    idOf(await guests.bring(guest, begun.location!, first));
    expect((await guests.begin(guest, second.length)).body.code).toBe('guest_photos_enough');
    expect((await guests.begin(newGuest(await guests.createLink(gallery)), 10)).status).toBe(201);
    await app.ctx.db.deleteFrom('guest_photo').where('guest_hash', '=', 'somebody').execute();
  });

  test('is told at 400 and at 500 to those who decide, and the page knows how many more it takes', async () => {
    const told = () =>
      app.ctx.db
        .selectFrom('notification')
        .select(sql<string>`params ->> 'context'`.as('context'))
        .where('kind', '=', 'guest_photos_waiting')
        .where('user_id', '=', app.photographer.id)
        .where(sql<boolean>`params ? 'context'`)
        .orderBy('created_at')
        .execute();
    const places = async () => (await guests.own(guest)).body.data.places_left;
    const { waitingPhotosPerLinkMany: many, waitingPhotosPerLinkMax: max } = countLimits;
    await createGuestPhotos(app, { gallery, link: link.id }, many - 2);
    expect(await places()).toBeNull();
    idOf(await guests.send(guest, await photo()));
    expect(await told()).toEqual([]);
    idOf(await guests.send(guest, await photo()));
    expect(await told()).toEqual([{ context: 'filling' }]);
    await createGuestPhotos(app, { gallery, link: link.id }, max - many - 1);
    expect(await places()).toBe(1);
    const last = idOf(await guests.send(guest, await photo()));
    expect([await told(), await places()]).toEqual([[{ context: 'filling' }, { context: 'full' }], 0]);
    await guests.decide('decline', [last], gallery);
    expect(await places()).toBe(1);
    await app.ctx.db.deleteFrom('guest_photo').where('share_link_id', '=', link.id).execute();
  });

  test('is enough at exactly this number, however many begin at once', async () => {
    const places = 5;
    await createGuestPhotos(app, { gallery, link: link.id }, countLimits.waitingPhotosPerLinkMax - places);
    const begun = await Promise.all(Array.from({ length: 24 }, () => guests.begin(guest, 1_000)));
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(places);
    expect(new Set(begun.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['guest_photos_enough']));
    await app.ctx.db.deleteFrom('guest_photo').where('guest_hash', '=', 'somebody').execute();
    await app.ctx.db.deleteFrom('resumable_upload').where('share_link_id', '=', link.id).execute();
  });

  test('is limited by link and address, and by link', async () => {
    const { rateLimits } = app.ctx;
    const { guestUploadsPerLinkAndAddress, guestUploadsPerLink } = rateLimitValues;
    for (let n = 0; n < guestUploadsPerLinkAndAddress.points; n += 1)
      await rateLimits.limitRequests('guest-upload', `${link.id} 127.0.0.1`);
    expect((await guests.begin(guest, 10)).body.code).toBe('too_many_attempts');
    const busy = await guests.createLink(gallery);
    for (let n = 0; n < guestUploadsPerLink.points; n += 1)
      await rateLimits.limitRequests('guest-upload-link', busy.id);
    expect((await guests.begin(newGuest(busy), 10)).body.code).toBe('too_many_attempts');
  });

  test('goes on where the connection was cut, and the same photo again is one photo', async () => {
    const bytes = await photo();
    const begun = await guests.begin(guest, bytes.length);
    const half = bytes.length >> 1;
    expect((await guests.bring(guest, begun.location!, bytes.subarray(0, half))).status).toBe(204);
    const id = idOf(await guests.bring(guest, begun.location!, bytes.subarray(half), half));
    const again = await guests.send(guest, bytes);
    expect([again.status, again.body.data]).toEqual([
      200,
      { id, filename: 'team.jpg', damage: null, duplicate: true },
    ]);
    // Another guest is told nothing of it.
    const other = await guests.send(newGuest(link), bytes);
    expect(idOf(other)).not.toBe(id);
    expect(await waitingIds()).toHaveLength(2);
  });

  test('leaves nothing where its row cannot be written, and can be sent again', async () => {
    const before = await app.stock();
    const bytes = await photo();
    await sql`alter table guest_photo add constraint refuse_all check (false) not valid`.execute(app.ctx.db);
    expect((await guests.send(guest, bytes)).status).toBe(500);
    await sql`alter table guest_photo drop constraint refuse_all`.execute(app.ctx.db);
    await app.removeLeftovers();
    expect((await app.stock()).files).toEqual(before.files);
    expect(await waitingIds()).toEqual([]);
    idOf(await guests.send(guest, bytes));
  });
});

describe('the decision', () => {
  test('yes makes it the photo that an upload would have made, by the account that said it', async () => {
    const id = await sendOne();
    expect((await guests.decide('accept', [id], gallery, admin)).body.data).toEqual({
      accepted: 1,
      duplicates: 0,
    });
    const row = await app.ctx.db
      .selectFrom('photo')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ gallery_id: gallery, uploaded_by: admin.id, rendition_version: 1 });
    const analysis = await app.ctx.db
      .selectFrom('photo_analysis')
      .select('status')
      .where('photo_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(analysis.status).toBe('queued');
    const jobs = await app.ctx.db.selectFrom('job').select(['name', 'payload']).execute();
    expect(jobs).toContainEqual({ name: 'analyse-photo', payload: { photo_id: id } });
    const member = await createActor(app);
    expect(await galleryAs(member)).toMatchObject({ photo_count: 1, waiting_guest_photos: 0 });
    const picture = await fetch(`${app.url}/api/photos/${id}/download`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(Buffer.from(await picture.arrayBuffer()).includes('SECRET')).toBe(false);
    expect((await admin.call('GET', `/guest-photos/${id}/picture`)).body.code).toBe('photo_not_found');
    for (const finding of await auditFiles(app.ctx.db, app.store, true)) expect(finding.items).toEqual([]);
    expect(await statesOf()).toEqual(['accepted']);
    expect((await guests.withdraw(guest, id)).body.code).toBe('photo_not_found');
    expect((await guests.picture(guest, id)).status).toBe(404);
    await admin.call('DELETE', `/photos/${id}`);
    expect(await statesOf()).toEqual([]);
  });

  test('yes twice, or to what the gallery has, adds nothing; also where it was uploaded with its metadata', async () => {
    const bytes = await photo();
    const [first, second] = [
      idOf(await guests.send(guest, bytes)),
      idOf(await guests.send(newGuest(link), bytes)),
    ];
    expect((await guests.decide('accept', [first], gallery)).body.data).toEqual({
      accepted: 1,
      duplicates: 0,
    });
    expect((await guests.decide('accept', [first], gallery)).body.data).toEqual({
      accepted: 0,
      duplicates: 0,
    });
    expect((await guests.decide('accept', [second], gallery)).body.data).toEqual({
      accepted: 0,
      duplicates: 1,
    });
    const uploaded = await photo();
    const { id } = (await app.send(uploaded, { gallery })).body.data;
    const third = idOf(await guests.send(guest, uploaded));
    expect((await guests.decide('accept', [third, newId()], gallery)).body.data).toEqual({
      accepted: 0,
      duplicates: 1,
    });
    await app.removeLeftovers();
    expect([await filesOf(second), await filesOf(third)]).toEqual([[], []]);
    const { body } = await app.photographer.call<{ photos: { id: string }[] }>(
      'GET',
      `/photos/gallery/${gallery}`,
    );
    expect(body.data.photos.map((each) => each.id).sort()).toEqual([first, id].sort());
    expect(await statesOf()).toEqual(['accepted', 'accepted']);
  });

  test('no deletes row and files; both are audited by number, without names', async () => {
    const [one, two, three] = [await sendOne(), await sendOne(), await sendOne()];
    expect((await guests.decide('decline', [one, two], gallery)).body.data).toEqual({ declined: 2 });
    await guests.decide('accept', [three], gallery);
    await app.removeLeftovers();
    expect([await filesOf(one), await filesOf(two), await waitingIds()]).toEqual([[], [], []]);
    expect(await filesOf(three)).toHaveLength(4);
    const entries = await app.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'params', 'target_id'])
      .where('action', 'like', 'guestPhotos.%')
      .orderBy('action')
      .execute();
    expect(entries).toEqual([
      { action: 'guestPhotos.accept', params: { photos: 1 }, target_id: gallery },
      { action: 'guestPhotos.decline', params: { photos: 2 }, target_id: gallery },
    ]);
  });

  test('is said to show the photo by links in force to the whole gallery, and publicly', async () => {
    await sendOne();
    const outside = async () => {
      const { open_links, is_public } = (await guests.waiting(gallery)).body.data;
      return [open_links, is_public];
    };
    // The link that collects shows nothing.
    expect(await outside()).toEqual([[], true]);
    const at = `/galleries/${gallery}`;
    await admin.call('PUT', at, { visibility: 'club_restricted' });
    const { body } = await admin.call<ShareLink>('POST', `${at}/links`, { name: 'Press' });
    await admin.call('POST', `${at}/links`, { password: 'long-enough-secret' });
    await admin.call('POST', `${at}/links`, { is_active: false });
    const locked = { name: '', has_password: true };
    expect(await outside()).toEqual([[{ name: 'Press', has_password: false }, locked], false]);
    await app.ctx.db
      .updateTable('share_link')
      .set({ expires_at: new Date(0) })
      .where('id', '=', body.data.id)
      .execute();
    expect(await outside()).toEqual([[locked], false]);
  });

  test('counts for the gallery it is asked of only', async () => {
    const id = await sendOne();
    const other = await createGallery(app, {
      event: await createEvent(app),
      createdBy: app.photographer.id,
      photographer: app.photographer.id,
    });
    expect((await guests.decide('accept', [id], other)).body.data.accepted).toBe(0);
    expect((await guests.decide('decline', [id], other)).body.data.declined).toBe(0);
    expect(await waitingIds()).toEqual([id]);
  });

  test('is asked for once a day, and not again before the notification was read', async () => {
    const notices = async () =>
      app.ctx.db
        .selectFrom('notification')
        .select(['user_id', 'href', 'params'])
        .where('kind', '=', 'guest_photos_waiting')
        .execute();
    await Promise.all([sendOne(), sendOne(newGuest(link)), sendOne(newGuest(link))]);
    const notice = {
      user_id: app.photographer.id,
      href: `/gallery/${gallery}/guest-photos`,
      params: { gallery: 'Cup' },
    };
    expect(await notices()).toEqual([notice]);
    await app.photographer.call('POST', '/notifications/read-all');
    await sendOne();
    expect(await notices()).toHaveLength(1);
    app.clock.set(new Date(Date.now() + dayMs + 1000));
    await sendOne();
    expect(await notices()).toEqual([notice, notice]);
    app.clock.set(new Date(Date.now() + 3 * dayMs));
    await sendOne();
    expect(await notices()).toHaveLength(2);
  });
});
