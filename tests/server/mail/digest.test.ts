/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/contract/lifetimes.ts';
import type { Delivery } from '#server/contract/notification-kinds.ts';
import { queueDigests } from '#server/features/administration/mail/queue-digests.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createPhoto,
} from '#tests/support/actors.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { createPersonOf, syntheticEmbedding } from '#tests/support/faces.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';
import { world } from '#tests/support/world.ts';

const PHOTOS = 1_000;
const GALLERIES = 7;
const READERS = 5;

let club: MailApp;
let clubId: string;
let event: string;
let photographer: Actor;
/** When photos are added: in the morning of today, or just now where it is earlier; after an evening at once after it. */
let addedAt: Date;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
world(async () => {
  clubId = await createClub(club.app);
  event = await createEvent(club.app, [clubId]);
  photographer = await createActor(club.app, ['photographer', 'admin'], 'camera');
  return club.app;
});
beforeEach(() => {
  addedAt = new Date(Math.min(Date.now(), new Date().setHours(10, 0, 0, 0)));
});

/** A member of the club whose address is confirmed. */
async function reader(name = 'parent'): Promise<Actor> {
  const actor = await createActor(club.app, [], name);
  await addMember(club.app, clubId, actor.id);
  await approveAt(actor, new Date(Date.now() - 2 * dayMs));
  await setAccount(actor, { email_verified_at: new Date() });
  return actor;
}
const setAccount = (actor: Actor, fields: Record<string, unknown>) =>
  club.app.ctx.db.updateTable('app_user').set(fields).where('id', '=', actor.id).execute();
const approveAt = (actor: Actor, approved_at: Date) =>
  club.app.ctx.db
    .updateTable('club_membership')
    .set({ approved_at })
    .where('user_id', '=', actor.id)
    .execute();
const prefer = (actor: Actor, kind: string, delivery: Delivery) =>
  actor.call('PUT', '/notifications/preferences', { kind, delivery });

async function publish(name: string, photos = 1, visibility = 'club_restricted'): Promise<string> {
  const { body } = await photographer.call<{ id: string }>('POST', '/galleries', {
    name,
    event_id: event,
    photographer_id: photographer.id,
    visibility,
    club_ids: [],
  });
  await addPhotos(body.data.id, photos);
  return body.data.id;
}

async function addPhotos(gallery: string, photos = 1, at = addedAt): Promise<void> {
  if (photos === 0) return;
  const ids: string[] = [];
  for (let i = 0; i < photos; i += 1) ids.push(await createPhoto(club.app, gallery));
  await club.app.ctx.db.updateTable('photo').set({ created_at: at }).where('id', 'in', ids).execute();
}

/** Adds a photo of somebody of the club who may not be shown outside. */
async function addRefused(gallery: string): Promise<void> {
  const { person } = await createPersonOf(club.app, gallery, syntheticEmbedding('mia'));
  await club.app.ctx.db.updateTable('photo').set({ created_at: addedAt }).execute();
  const club_person_id = await createClubPerson(club.app, clubId);
  await sayConsent(club.app, club_person_id, 'outside', 'no');
  await club.app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: person, club_id: clubId, club_person_id })
    .execute();
}
const leaveClub = (actor: Actor) =>
  club.app.ctx.db.deleteFrom('club_membership').where('user_id', '=', actor.id).execute();

/** 19:30 of today or a later day. */
function eveningOf(day = 0): Date {
  const now = new Date(Date.now() + day * dayMs);
  now.setHours(19, 30, 0, 0);
  return now;
}
/** The mails of an evening, the first or a later one. */
async function evening(day = 0, now = eveningOf(day)) {
  club.app.clock.set(now);
  addedAt = new Date(now.getTime() + minuteMs);
  await queueDigests(club.app.ctx);
  return club.deliver();
}

describe('the mail of the evening', () => {
  test(`is one for each reader, however many photos: ${PHOTOS} in ${GALLERIES} galleries`, async () => {
    const readers = await Promise.all(Array.from({ length: READERS }, () => reader()));
    const ids: string[] = [];
    for (let i = 0; i < GALLERIES; i += 1)
      ids.push(await publish(`Half ${i + 1}`, Math.ceil((PHOTOS - i) / GALLERIES)));
    const mails = await evening();
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(
      readers.map(({ username }) => `${username}@example.org`).sort(),
    );
    for (const { mail } of mails) {
      expect(mail.subject).toBe('Photos of the day: 7 galleries');
      expect(mail.text?.match(/CUP FINAL/g)).toHaveLength(1);
      for (const id of ids) {
        expect(mail.text).toContain(`https://photos.club.example/gallery/${id}`);
        expect(mail.html).toContain(`https://photos.club.example/gallery/${id}`);
      }
      const counts = [...(mail.text ?? '').matchAll(/(\d+) new photo/g)].map(([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(PHOTOS);
    }
    expect(await evening()).toEqual([]);
    expect(await evening(1)).toEqual([]);
  });

  test('is not sent before the evening, and what comes after it waits for the next', async () => {
    await reader();
    await publish('Early');
    const noon = new Date();
    noon.setHours(12, 0, 0, 0);
    club.app.clock.set(noon);
    expect(await queueDigests(club.app.ctx)).toBe(0);
    expect(await evening()).toHaveLength(1);
    await publish('Late');
    expect(await evening()).toEqual([]);
    const [next] = await evening(1);
    expect(next!.mail.text).toContain('Late');
    expect(next!.mail.text).not.toContain('Early');
  });

  test('goes to confirmed addresses only, that take mail, of active accounts', async () => {
    const [unconfirmed, bounced, gone] = [await reader(), await reader(), await reader()];
    await setAccount(unconfirmed, { email_verified_at: null });
    await setAccount(bounced, { email_bounced_at: new Date() });
    await setAccount(gone, { is_active: false });
    await publish('First half');
    expect(await evening()).toEqual([]);
  });

  test('leaves out what was read on the page, and an empty gallery waits for its photos', async () => {
    const parent = await reader();
    const empty = await publish('Still empty', 0);
    await publish('Read', 1);
    await parent.call('POST', '/notifications/read-all');
    expect(await evening()).toEqual([]);
    await club.app.ctx.db.updateTable('notification').set({ read_at: null }).execute();
    expect((await evening(1))[0]!.mail.text).not.toContain('Still empty');
    await addPhotos(empty);
    expect((await evening(2))[0]!.mail.text).toContain('Still empty');
  });

  test('names only what its reader may see when it is sent', async () => {
    const parent = await reader();
    const left = await reader('left');
    const [hidden] = [await publish('Hidden'), await publish('Shown')];
    const now = new Date();
    now.setHours(19, 30, 0, 0);
    club.app.clock.set(now);
    await queueDigests(club.app.ctx);
    // Between the queue and the mail: one gallery becomes private, one reader leaves the club.
    await photographer.call('PUT', `/galleries/${hidden}`, { visibility: 'private' });
    await leaveClub(left);
    const mails = await club.deliver();
    expect(mails.map(({ to }) => to)).toEqual([[`${parent.username}@example.org`]]);
    expect(mails[0]!.mail.text).toContain('Shown');
    expect(mails[0]!.mail.text).not.toContain('Hidden');
    expect((await parent.call('GET', `/galleries/${hidden}`)).status).toBe(403);
  });

  test('counts for strangers to a public gallery what they see there, without those who may not be shown outside', async () => {
    const [member, stranger] = [await reader('member'), await reader('stranger')];
    const [mixed, refused] = [await publish('Mixed', 1, 'public'), await publish('Refused', 0, 'public')];
    for (const gallery of [mixed, refused]) await addRefused(gallery);
    await leaveClub(stranger);
    const mails = await evening();
    const told = (actor: Actor) => {
      const { mail } = mails.find(({ to }) => to[0] === `${actor.username}@example.org`) ?? {};
      return [...(mail?.text ?? '').matchAll(/(Mixed|Refused)\D*(\d+) new photo/g)].map(
        ([, name, photos]) => [name, Number(photos)],
      );
    };
    const seen = async (actor: Actor, gallery: string) =>
      (await actor.call<{ photo_count: number }>('GET', `/galleries/${gallery}`)).body.data.photo_count;
    expect([await seen(member, mixed), await seen(member, refused)]).toEqual([2, 1]);
    expect([await seen(stranger, mixed), await seen(stranger, refused)]).toEqual([1, 0]);
    expect(told(member)).toEqual([
      ['Mixed', 2],
      ['Refused', 1],
    ]);
    expect(told(stranger)).toEqual([['Mixed', 1]]);
  });

  test('is not sent where its reader is shown no photo of it', async () => {
    const stranger = await reader('stranger');
    const gallery = await publish('Refused', 0, 'public');
    await addRefused(gallery);
    await leaveClub(stranger);
    expect(await evening()).toEqual([]);
  });

  test('says what waits for a decision in a gallery, also where it shows no photo yet', async () => {
    await setAccount(photographer, { email_verified_at: new Date() });
    const gallery = await publish('Guests only', 0);
    for (const kind of [
      'guest_photos_waiting',
      'takedown_asked',
      'photos_waiting',
      'people_asked',
      'people_answered',
    ]) {
      await prefer(photographer, kind, 'digest');
      await club.app.ctx.db
        .insertInto('notification')
        .values({
          id: newId(),
          user_id: photographer.id,
          kind,
          params: JSON.stringify({ gallery: 'Guests only', answered: 2, count: 3 }),
          href: `/gallery/${gallery}${kind === 'photos_waiting' ? '?check=1' : ''}`,
        })
        .execute();
    }
    const [{ mail } = { mail: { text: '' } }] = await evening();
    const text = mail.text?.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Photos from guests wait in Guests only');
    expect(text).toContain('Somebody asks to hide a photo of Guests only');
    expect(text).toContain('Whoever shares Guests only does not know somebody in it');
    expect(text).toContain('The club has answered about 2 of 3 people in Guests only');
    expect(text).toContain('New photos in Guests only may show somebody who said no');
  });

  test.each([
    ['en', 1, 'The club has answered about 1 person in Cup final'],
    ['de', 1, 'Der Verein hat zu 1 Person in Cup final geantwortet'],
    ['de', 3, 'Der Verein hat zu 1 von 3 Personen in Cup final geantwortet'],
  ] as const)(
    'says to whoever asked the club how many are answered (%s, %i)',
    async (language, count, words) => {
      await setAccount(photographer, { email_verified_at: new Date(), language });
      const gallery = await publish('Cup final', 0);
      await club.app.ctx.db
        .insertInto('notification')
        .values({
          id: newId(),
          user_id: photographer.id,
          kind: 'people_answered',
          params: JSON.stringify({ gallery: 'Cup final', answered: 1, count }),
          href: `/gallery/${gallery}?check=1`,
        })
        .execute();
      const [{ mail } = { mail: { text: '' } }] = await evening();
      expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(mail.text).toContain(`/gallery/${gallery}?check=1`);
    },
  );

  test('is in the reader’s language, holds no picture and no name in its subject', async () => {
    const parent = await reader('Kleinemann');
    await setAccount(parent, { language: 'de' });
    await publish('Erste Halbzeit');
    const [received] = await evening();
    expect(received!.mail.subject).toBe('Fotos des Tages: 1 Galerie');
    expect(received!.mail.html).not.toMatch(/<img|src=|url\(/);
    expect(received!.mail.attachments).toEqual([]);
  });
});

describe('photos added to a gallery', () => {
  const told = (mails: Awaited<ReturnType<typeof evening>>) =>
    mails.flatMap(({ mail }) =>
      [...(mail.text ?? '').matchAll(/(Cup|League)\D*(\d+) (?:new )?photo/g)].map(([, name, photos]) => [
        name,
        Number(photos),
      ]),
    );

  test('after a digest are told the next evening, with how many are new, and once', async () => {
    await reader();
    const gallery = await publish('Cup', 15);
    expect(told(await evening())).toEqual([['Cup', 15]]);
    await addPhotos(gallery, 3);
    expect(told(await evening(1))).toEqual([['Cup', 3]]);
    expect(await evening(2)).toEqual([]);
  });

  test('long after the gallery was made are told too', async () => {
    await reader();
    const gallery = await publish('Cup', 0);
    await club.app.ctx.db
      .updateTable('notification')
      .set({ created_at: new Date(Date.now() - 20 * dayMs) })
      .execute();
    await addPhotos(gallery, 2);
    expect(told(await evening())).toEqual([['Cup', 2]]);
  });

  test('wait until no more come, the same evening or the next, so that no mail says 3 of 400', async () => {
    await reader();
    const gallery = await publish('Cup', 0);
    await addPhotos(gallery, 3, new Date(eveningOf().getTime() - 2 * minuteMs));
    expect(await evening()).toEqual([]);
    await addPhotos(gallery, 5, new Date(eveningOf().getTime() + 6 * minuteMs));
    expect(await evening(0, new Date(eveningOf().getTime() + 10 * minuteMs))).toEqual([]);
    expect(told(await evening(0, new Date(eveningOf().getTime() + 20 * minuteMs)))).toEqual([['Cup', 8]]);
    const other = await publish('League', 4, 'club_restricted');
    await addPhotos(gallery, 2, new Date(eveningOf(1).getTime() - 2 * minuteMs));
    expect(told(await evening(1))).toEqual([['League', 4]]);
    await addPhotos(other, 1);
    expect(told(await evening(2)).sort()).toEqual([
      ['Cup', 2],
      ['League', 1],
    ]);
  });

  test('are told to members alone, from the day they joined, and not of private galleries', async () => {
    const [parent, left] = [await reader(), await reader('left')];
    const gallery = await publish('Cup');
    expect(await evening()).toHaveLength(2);
    await leaveClub(left);
    const late = await reader('late');
    await approveAt(late, new Date(addedAt.getTime() + minuteMs));
    await addPhotos(gallery);
    await addPhotos(await publish('League', 1, 'private'));
    const mails = await evening(1);
    expect(mails.map(({ to }) => to)).toEqual([[`${parent.username}@example.org`]]);
    expect(told(mails)).toEqual([['Cup', 1]]);
  });

  test('are told to the photographer when they are analysed, with the new ones alone', async () => {
    await setAccount(photographer, { email_verified_at: new Date() });
    const gallery = await publish('Cup', 5);
    const processed = () =>
      club.app.ctx.db
        .insertInto('notification')
        .values({
          id: newId(),
          user_id: photographer.id,
          kind: 'photos_processed',
          params: JSON.stringify({ gallery: 'Cup', count: 5 }),
          href: `/gallery/${gallery}`,
        })
        .execute();
    expect(await evening()).toEqual([]);
    await processed();
    expect(told(await evening())).toEqual([['Cup', 5]]);
    await addPhotos(gallery, 3);
    await processed();
    expect(told(await evening(1))).toEqual([['Cup', 3]]);
  });

  test('are not told where they were seen on the page, or where the reader wants no mail of them', async () => {
    const [seen, silent] = [await reader(), await reader('silent')];
    await prefer(silent, 'gallery_created', 'app');
    await publish('Cup');
    club.app.clock.set(new Date(addedAt.getTime() + minuteMs));
    await seen.call('POST', '/notifications/read-all');
    expect(await evening()).toEqual([]);
  });
});

describe('the delivery of a notification', () => {
  test('is chosen by kind: at once, in the evening, on the page, or not at all', async () => {
    const readers: Record<Delivery, Actor> = {
      at_once: await reader('now'),
      digest: await reader('later'),
      app: await reader('page'),
      off: await reader('none'),
    };
    for (const [delivery, actor] of Object.entries(readers))
      expect((await prefer(actor, 'gallery_created', delivery as Delivery)).status).toBe(200);
    await publish('First half');
    const address = (actor: Actor) => [`${actor.username}@example.org`];
    expect((await club.deliver()).map(({ to }) => to)).toEqual([address(readers.at_once)]);
    expect((await evening()).map(({ to }) => to)).toEqual([address(readers.digest)]);
    const onPage = async (actor: Actor) =>
      (await actor.call<{ total: number }>('GET', '/notifications?limit=1')).body.data.total - 3;
    for (const [delivery, actor] of Object.entries(readers))
      expect(await onPage(actor), delivery).toBe(delivery === 'off' ? 0 : 1);
  });

  test('of a decision about membership is at once unless chosen otherwise', async () => {
    const asking = await createActor(club.app, [], 'asking');
    await setAccount(asking, { email_verified_at: new Date() });
    await asking.call('POST', `/clubs/${clubId}/join`);
    await club.deliver();
    await photographer.call('POST', `/clubs/${clubId}/members/${asking.id}/approve`);
    const [told, ...more] = await club.deliver();
    expect([told!.to, told!.mail.subject, more]).toEqual([
      [`${asking.username}@example.org`],
      'You are now a member of FC Test',
      [],
    ]);
    expect(await evening()).toEqual([]);
  });

  test('names nobody in a subject', async () => {
    await setAccount(photographer, { email_verified_at: new Date() });
    await prefer(photographer, 'membership_requested', 'at_once');
    const child = await createActor(club.app, [], 'Kleinemann');
    await child.call('POST', `/clubs/${clubId}/join`);
    const [told] = await club.deliver();
    expect(told!.mail.subject).toBe('A request to join FC Test');
    expect(told!.mail.text).toContain('Kleinemann');
  });

  test('shows each viewer the kinds that concern them', async () => {
    const kinds = async (actor: Actor) =>
      (
        await actor.call<{ preferences: { kind: string }[] }>('GET', '/notifications/preferences')
      ).body.data.preferences.map(({ kind }) => kind);
    const member = [
      'membership_approved',
      'membership_rejected',
      'membership_ended',
      'consent_requested',
      'guardianship_decided',
      'gallery_created',
    ];
    const asker = ['takedown_granted', 'takedown_declined'];
    expect(await kinds(await reader())).toEqual([...member, 'own_data_ending', ...asker]);
    const camera = await createActor(club.app, ['photographer']);
    expect(await kinds(camera)).toEqual([
      ...member,
      'photos_processed',
      'link_expiring',
      'gallery_asked',
      'gallery_ending',
      'own_data_ending',
      'takedown_asked',
      ...asker,
      'photos_waiting',
      'refused_outside',
      'guest_photos_waiting',
      'people_answered',
      'gallery_taken_over',
    ]);
    const head = await createActor(club.app, [{ role: 'club_admin', club: clubId }]);
    expect(await kinds(head)).toEqual([
      ...member,
      'gallery_ending',
      'membership_requested',
      'guardianship_requested',
      'people_asked',
      'guardian_joined',
      'guardianship_declined',
      'storage_filling',
      'left_people_ending',
      'own_data_ending',
      ...asker,
      'club_asked',
      'gallery_taken_over',
    ]);
  });
});

describe('one click', () => {
  const anonymous: ReturnType<typeof caller> = (...args) => caller(club.app.url)(...args);
  const header = (received: { mail: { headers: { key: string; value: string }[] } }, name: string) =>
    received.mail.headers.find(({ key }) => key === name)?.value ?? '';
  const pathOf = (url: string) => url.replace(/^<https:\/\/photos\.club\.example\/api|>$/g, '');

  test('ends the mail of the evening without signing in, and as often as one likes (RFC 8058)', async () => {
    const parent = await reader();
    const other = await reader();
    await publish('First half');
    const [received] = (await evening()).filter(({ to }) => to[0]!.startsWith(parent.username));
    expect(header(received!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const path = pathOf(header(received!, 'list-unsubscribe'));
    const click = () => anonymous('POST', path, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }));
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await click();
      expect([status, body.data]).toEqual([200, { scope: 'digest' }]);
    }
    await publish('Second half');
    expect((await evening(1)).map(({ to }) => to)).toEqual([[`${other.username}@example.org`]]);
    const page = await parent.call<{ total: number }>('GET', '/notifications?limit=1');
    expect(page.body.data.total).toBe(5);
  });

  test('is only the POST: opening the address shows a page and ends nothing', async () => {
    const parent = await reader();
    await publish('First half');
    const path = pathOf(header((await evening())[0]!, 'list-unsubscribe'));
    const opened = await fetch(`${club.app.url}/api${path}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/unsubscribe#${path.split('/').at(-1)}`,
    ]);
    const { body } = await parent.call<{ preferences: object[] }>('GET', '/notifications/preferences');
    expect(body.data.preferences).toContainEqual({ kind: 'gallery_created', delivery: 'digest' });
  });

  test('of a mail at once ends that kind alone', async () => {
    const parent = await reader();
    await prefer(parent, 'gallery_created', 'at_once');
    await publish('First half');
    const path = pathOf(header((await club.deliver())[0]!, 'list-unsubscribe'));
    expect((await anonymous('POST', path)).body.data).toEqual({ scope: 'gallery_created' });
    const { body } = await parent.call<{ preferences: object[] }>('GET', '/notifications/preferences');
    expect(body.data.preferences).toEqual([
      { kind: 'membership_approved', delivery: 'at_once' },
      { kind: 'membership_rejected', delivery: 'at_once' },
      { kind: 'membership_ended', delivery: 'at_once' },
      { kind: 'consent_requested', delivery: 'at_once' },
      { kind: 'guardianship_decided', delivery: 'at_once' },
      { kind: 'gallery_created', delivery: 'app' },
      { kind: 'own_data_ending', delivery: 'at_once' },
      { kind: 'takedown_granted', delivery: 'at_once' },
      { kind: 'takedown_declined', delivery: 'at_once' },
    ]);
  });

  test('with a changed address is refused', async () => {
    const parent = await reader();
    const other = await reader();
    const token = club.app.ctx.tokens.signUnsubscribe(parent.id, 'digest');
    for (const forged of [
      token.replace(parent.id, other.id),
      token.replace('digest', 'gallery_created'),
      `${token}x`,
      'x',
    ])
      expect((await anonymous('POST', `/mail/unsubscribe/${forged}`)).body.code).toBe('token_not_found');
  });
});
