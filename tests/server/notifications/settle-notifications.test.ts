import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Family } from '#server/contract/schemas/family.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { settleAllNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { notifyQuotas } from '#server/features/clubs/storage-usage/notify-quotas.ts';
import { notifyExpiringLinks } from '#server/features/sharing/share-links/notify-expiring-links.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { answer, createClubPerson, createGuardian } from '#tests/support/families.ts';
import { createGuestPhotos } from '#tests/support/guests.ts';
import { invite, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let other: Actor;
let member: Actor;
let mia: string;

world(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  other = await createActor(app, [{ role: 'club_admin', club }]);
  member = await createActor(app);
  await addMember(app, club, member.id);
  mia = await createClubPerson(app, club);
  return app;
});

type Page = { notifications: Notification[]; unread: number };
/** Of the notifications of a kind, newest first: 'asks' or 'settled', which is read too. */
const states = async (who: Actor, kind: Notification['kind']) =>
  (await who.call<Page>('GET', '/notifications')).body.data.notifications
    .filter((one) => one.kind === kind)
    .map(({ settled_at, read_at }) =>
      settled_at === null ? 'asks' : read_at === null ? 'unread' : 'settled',
    );
const expectStates = async (kind: Notification['kind'], expected: string[], of = [admin, other]) => {
  for (const who of of) expect(await states(who, kind)).toEqual(expected);
};
const manageClub = (id: string) => `/clubs/${id}/manage`;
const manage = (method: string, path: string, body?: object, by = admin) =>
  by.call<{ claims: { id: string; name: string }[] }>(method, `/clubs/${club}${path}`, body);

describe('a notification that asks is settled for all its readers once', () => {
  test('a request for membership is approved or rejected, and that one alone', async () => {
    const [ada, ben] = [await createActor(app), await createActor(app)];
    for (const who of [ada, ben]) await who.call('POST', `/clubs/${club}/join`);
    await expectStates('membership_requested', ['asks', 'asks']);
    expect((await manage('POST', `/members/${ada.id}/approve`)).status).toBe(200);
    await expectStates('membership_requested', ['asks', 'settled']);
    const unread = (await other.call<Page>('GET', '/notifications?unread=true')).body.data.notifications;
    const requests = unread.filter(({ kind }) => kind === 'membership_requested');
    expect(requests).toMatchObject([{ params: { user_id: ben.id } }]);
    await manage('POST', `/members/${ben.id}/reject`);
    await expectStates('membership_requested', ['settled', 'settled']);
  });

  test('a request is withdrawn, also for those who have read it', async () => {
    await admin.call('POST', '/notifications/read-all');
    const ada = await createActor(app);
    await ada.call('POST', `/clubs/${club}/join`);
    await admin.call('POST', '/notifications/read-all');
    await ada.call('POST', `/clubs/${club}/cancel-request`);
    expect(await states(admin, 'membership_requested')).toEqual(['settled']);
    expect(await states(other, 'membership_requested')).toEqual([]);
  });

  test('a claim is confirmed, refused or withdrawn', async () => {
    const claim = (name: string) =>
      member.call('POST', `/clubs/${club}/guardian-claims`, { relation: 'child', name });
    for (const name of ['Mia', 'Noah', 'Lena']) expect((await claim(name)).status).toBe(201);
    const { claims } = (await manage('GET', '/guardian-claims')).body.data;
    const [first, second, third] = claims.map(({ id }) => id);
    await manage('POST', `/guardian-claims/${first}/approve`, { club_person_id: mia });
    await expectStates('guardianship_requested', ['asks', 'asks', 'settled']);
    await manage('POST', `/guardian-claims/${second}/reject`);
    await expectStates('guardianship_requested', ['asks', 'settled', 'settled']);
    await member.call('DELETE', `/family/claims/${third}`);
    await expectStates('guardianship_requested', ['settled', 'settled', 'settled']);
  });

  test('every question about photos is answered, by this reader or by another guardian', async () => {
    const mother = await createGuardian(app, club, mia);
    const father = await createGuardian(app, club, mia);
    await manage('POST', '/consent-reminders');
    for (const purpose of ['find', 'name']) await answer(mother, mia, purpose, 'yes');
    await expectStates('consent_requested', ['asks'], [mother, father]);
    await answer(mother, mia, 'outside', 'no');
    await expectStates('consent_requested', ['settled'], [mother, father]);
  });

  test('a member says whether they are a guardian, or is asked no longer', async () => {
    const ask = async () => {
      await manage('POST', `/people/${mia}/guardians`, { user_id: member.id });
      return (await member.call<Family>('GET', '/family')).body.data.asked[0]!.id;
    };
    await member.call('DELETE', `/family/guardianships/${await ask()}`);
    await expectStates('consent_requested', ['settled'], [member]);
    await manage('DELETE', `/people/${mia}/guardians/${await ask()}`);
    await expectStates('consent_requested', ['settled', 'settled'], [member]);
    await member.call('POST', `/family/guardianships/${await ask()}/accept`);
    await expectStates('consent_requested', ['settled', 'settled', 'settled'], [member]);
  });

  test('somebody answers again for a child that had lost the last guardian', async () => {
    const mother = await createGuardian(app, club, mia);
    await mother.call('DELETE', `/family/guardianships/${mother.guardianship}`);
    await expectStates('guardian_missing', ['asks']);
    await manage('POST', `/people/${mia}/guardians`, { user_id: member.id });
    const { asked } = (await member.call<Family>('GET', '/family')).body.data;
    await member.call('POST', `/family/guardianships/${asked[0]!.id}/accept`);
    await expectStates('guardian_missing', ['settled']);
  });

  test('a request to erase somebody is withdrawn or declined; with the person it goes', async () => {
    const mother = await createGuardian(app, club, mia);
    const ask = () => mother.call('POST', `/family/people/${mia}/erasure-request`, { hide_photos: false });
    await ask();
    await mother.call('DELETE', `/family/people/${mia}/erasure-request`);
    await expectStates('erasure_asked', ['settled']);
    await ask();
    await manage('DELETE', `/erasure-requests/${mia}`);
    await expectStates('erasure_asked', ['settled', 'settled']);
    await ask();
    await manage('DELETE', `/people/${mia}`);
    expect(await states(admin, 'erasure_asked')).not.toContain('asks');
  });

  test('it is decided whether a photo stays hidden, and of that photo alone', async () => {
    const [creator, photographer] = [await createActor(app), await createActor(app, ['photographer'])];
    const event = await createEvent(app, [club]);
    const gallery = await createGallery(app, {
      event,
      createdBy: creator.id,
      photographer: photographer.id,
    });
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const photo = await createPhoto(app, gallery);
      ids.push((await member.call<{ id: string }>('POST', `/photos/${photo}/takedown`, {})).body.data.id);
    }
    await expectStates('takedown_asked', ['asks', 'asks'], [creator, photographer]);
    await creator.call('POST', `/galleries/${gallery}/takedowns/${ids[0]}/decide`, { decision: 'granted' });
    await expectStates('takedown_asked', ['asks', 'settled'], [creator, photographer]);
    // Of a photo that is deleted nothing is left to decide.
    await app.ctx.db.updateTable('takedown').set({ photo_id: null }).where('id', '=', ids[1]!).execute();
    await settleAllNotifications(app.ctx);
    await expectStates('takedown_asked', ['settled', 'settled'], [creator, photographer]);
  });

  test('no photo of a guest waits any more', async () => {
    const [creator, photographer] = [await createActor(app), await createActor(app, ['photographer'])];
    const event = await createEvent(app, [club]);
    const gallery = await createGallery(app, {
      event,
      createdBy: creator.id,
      photographer: photographer.id,
    });
    const link = await creator.call<{ id: string }>('POST', `/galleries/${gallery}/links`, {
      collects: true,
    });
    const photos = await createGuestPhotos(app, { gallery, link: link.body.data.id }, 2);
    await tell([creator, photographer], 'guest_photos_waiting', `/gallery/${gallery}/guest-photos`);
    const decline = (id: string | undefined) =>
      creator.call('POST', `/galleries/${gallery}/guest-photos/decline`, { guest_photo_ids: [id] });
    await decline(photos[0]);
    await expectStates('guest_photos_waiting', ['asks'], [creator, photographer]);
    await decline(photos[1]);
    await expectStates('guest_photos_waiting', ['settled'], [creator, photographer]);
  });

  test('a member has found a club, in each way', async () => {
    const ways: ((ada: Actor) => Promise<unknown>)[] = [
      async (ada) => {
        await ada.call('POST', `/clubs/${club}/join`);
        await expectStates('getting_started_clubs', ['asks'], [ada]);
        return manage('POST', `/members/${ada.id}/approve`);
      },
      async (ada) => ada.call('POST', '/invitations/accept', { token: tokenOf(await invite(admin, club)) }),
      async (ada) => {
        await addMember(app, club, ada.id);
        return settleAllNotifications(app.ctx);
      },
    ];
    for (const join of ways) {
      const ada = await createActor(app);
      await settleAllNotifications(app.ctx);
      await expectStates('getting_started_clubs', ['asks'], [ada]);
      await join(ada);
      await expectStates('getting_started_clubs', ['settled'], [ada]);
    }
  });

  test('an administrator has made the first club', async () => {
    await app.ctx.db.deleteFrom('club').execute();
    const chair = await createActor(app, ['admin']);
    await tell([chair], 'getting_started_first_club', '/clubs');
    await settleAllNotifications(app.ctx);
    await expectStates('getting_started_first_club', ['asks'], [chair]);
    expect((await chair.call('POST', '/clubs', { name: 'First', sport_type: 'Chess' })).status).toBe(201);
    await expectStates('getting_started_first_club', ['settled'], [chair]);
  });

  test('somebody takes the photos', async () => {
    await app.ctx.db.deleteFrom('role_assignment').where('role_name', '=', 'photographer').execute();
    const chair = await createActor(app, ['admin']);
    await tell([chair], 'getting_started_photographer', '/users');
    await settleAllNotifications(app.ctx);
    await expectStates('getting_started_photographer', ['asks'], [chair]);
    const grant = await chair.call('POST', `/users/${chair.id}/roles`, { role_name: 'photographer' });
    expect(grant.status).toBe(201);
    await settleAllNotifications(app.ctx);
    await expectStates('getting_started_photographer', ['settled'], [chair]);
  });

  test('a gallery is kept longer', async () => {
    const creator = await createActor(app);
    const gallery = await createGallery(app, {
      event: await createEvent(app, [club]),
      createdBy: creator.id,
    });
    await app.ctx.db
      .updateTable('gallery')
      .set({ kept_until: '2099-01-31', expiry_notice: 30, expiry_notice_on: '2099-01-01' })
      .where('id', '=', gallery)
      .execute();
    await tell([creator], 'gallery_ending', `/gallery/${gallery}`);
    await settleAllNotifications(app.ctx);
    await expectStates('gallery_ending', ['asks'], [creator]);
    await creator.call('PUT', `/galleries/${gallery}/kept-until`, { kept_until: null });
    await expectStates('gallery_ending', ['settled'], [creator]);
  });
});

/** Without params: notifications as earlier releases made them, without the ids of what they are about. */
async function tell(
  readers: Actor[],
  kind: Notification['kind'],
  href: string,
  params: Notification['params'] = {},
): Promise<void> {
  for (const { id } of readers)
    await app.ctx.db
      .insertInto('notification')
      .values({ id: crypto.randomUUID(), user_id: id, kind, href, params: JSON.stringify(params) })
      .execute();
  await delay(5); // of the same millisecond either may come first
}

describe('a warning is settled once what it warns of is over', () => {
  const newGallery = async (by: Actor) =>
    createGallery(app, { event: await createEvent(app, [club]), createdBy: by.id });

  test('a link lasts longer, is switched off or deleted, and no other link', async () => {
    const creator = await createActor(app);
    const gallery = await newGallery(creator);
    const end = new Date(app.ctx.clock.now().getTime() + 20 * 86_400_000);
    const ids: string[] = [];
    for (const name of ['longer', 'off', 'deleted']) {
      const body = { name, expires_at: end.toISOString() };
      const link = await creator.call<{ id: string }>('POST', `/galleries/${gallery}/links`, body);
      ids.push(link.body.data.id);
      await app.ctx.db
        .updateTable('share_link')
        .set({ expiry_notice: null })
        .where('id', '=', link.body.data.id)
        .execute();
      await notifyExpiringLinks(app.ctx);
    }
    const change = (method: string, at: number, body?: object) =>
      creator.call(method, `/galleries/links/${ids[at]}`, body);
    await change('PUT', 1, { name: 'renamed' });
    await expectStates('link_expiring', ['asks', 'asks', 'asks'], [creator]);
    await change('DELETE', 2);
    await expectStates('link_expiring', ['settled', 'asks', 'asks'], [creator]);
    await change('PUT', 1, { is_active: false });
    await expectStates('link_expiring', ['settled', 'settled', 'asks'], [creator]);
    const later = new Date(end.getTime() + 86_400_000).toISOString();
    expect((await change('PUT', 0, { expires_at: later })).status).toBe(200);
    await expectStates('link_expiring', ['settled', 'settled', 'settled'], [creator]);
  });

  test('the next backup could be restored', async () => {
    await tell([admin], 'backup_failed', '/admin/settings');
    const run = async (outcome: object) => {
      await app.ctx.db
        .insertInto('backup_run')
        .values({ id: crypto.randomUUID(), folder: '/b', lease_until: new Date(), ...outcome })
        .execute();
      await settleAllNotifications(app.ctx);
      return states(admin, 'backup_failed');
    };
    const [earlier, now] = [new Date(Date.now() - 86_400_000), new Date()];
    expect(await run({ started_at: earlier, finished_at: now, proven_at: now })).toEqual(['asks']);
    expect(await run({ finished_at: now, error: 'no space' })).toEqual(['asks']);
    expect(await run({ finished_at: now, proof_error: 'damaged' })).toEqual(['asks']);
    expect(await run({ finished_at: now, proven_at: now })).toEqual(['settled']);
  });

  test('photos take less than the part of the quota that was told', async () => {
    const fill = (notice: number) =>
      app.ctx.db
        .updateTable('club')
        .set({ storage_quota: 10_000_000_000, quota_notice: notice })
        .where('id', '=', club)
        .execute();
    await fill(100);
    for (const percent of [90, 100]) await tell([admin], 'storage_filling', manageClub(club), { percent });
    await settleAllNotifications(app.ctx);
    await expectStates('storage_filling', ['asks', 'asks'], [admin]);
    await fill(90);
    await settleAllNotifications(app.ctx);
    await expectStates('storage_filling', ['settled', 'asks'], [admin]);
    await notifyQuotas(app.ctx);
    await expectStates('storage_filling', ['settled', 'settled'], [admin]);
  });

  test('the photos that failed were analysed in another try', async () => {
    const gallery = await newGallery(admin);
    const photo = await createPhoto(app, gallery);
    const analysis = (status: 'failed' | 'completed') =>
      app.ctx.db.updateTable('photo_analysis').set({ status }).where('photo_id', '=', photo).execute();
    await analysis('failed');
    await tell([admin], 'jobs_failed', '/admin/face-recognition', { gallery_id: gallery });
    await tell([admin], 'jobs_failed', '/admin/face-recognition');
    await settleAllNotifications(app.ctx);
    await expectStates('jobs_failed', ['asks', 'asks'], [admin]);
    await analysis('completed');
    await settleAllNotifications(app.ctx);
    await expectStates('jobs_failed', ['asks', 'settled'], [admin]);
  });

  test('who left has come back, or is kept longer', async () => {
    const ada = await createClubPerson(app, club);
    await app.ctx.db.updateTable('club_person').set({ user_id: member.id }).where('id', '=', ada).execute();
    await app.ctx.db
      .insertInto('club_person_departure')
      .values({
        club_person_id: ada,
        left_on: '2026-01-31',
        noted_on: '2026-01-31',
        noted_by: 'account',
        expiry_notice: 30,
        expiry_notice_on: '2026-02-01',
      })
      .execute();
    await tell([admin], 'left_people_ending', `${manageClub(club)}?tab=people&left=yes`);
    await tell([member], 'own_data_ending', '/family', { club_person_id: ada });
    await settleAllNotifications(app.ctx);
    await expectStates('left_people_ending', ['asks'], [admin]);
    await expectStates('own_data_ending', ['asks'], [member]);
    await app.ctx.db.deleteFrom('club_person_departure').where('club_person_id', '=', ada).execute();
    await settleAllNotifications(app.ctx);
    await expectStates('left_people_ending', ['settled'], [admin]);
    await expectStates('own_data_ending', ['settled'], [member]);
  });
});

describe('housekeeping settles', () => {
  test('what ended in another way, such as the request of an account that is gone', async () => {
    const ada = await createActor(app);
    await ada.call('POST', `/clubs/${club}/join`);
    await settleAllNotifications(app.ctx);
    await expectStates('membership_requested', ['asks']);
    await app.ctx.db.deleteFrom('app_user').where('id', '=', ada.id).execute();
    await settleAllNotifications(app.ctx);
    await expectStates('membership_requested', ['settled']);
  });

  test('old notifications where nothing of their kind waits, and those that lead nowhere', async () => {
    const [claims, requests] = [`/clubs/${club}/manage?tab=people`, `/clubs/${club}/manage`];
    await member.call('POST', `/clubs/${club}/guardian-claims`, { relation: 'child', name: 'Mia' });
    await tell([other], 'guardianship_requested', claims);
    await tell([other], 'membership_requested', requests);
    await tell([other], 'takedown_asked', '/notifications');
    await tell([member], 'consent_requested', '/family');
    await settleAllNotifications(app.ctx);
    expect(await states(other, 'guardianship_requested')).toEqual(['asks', 'asks']);
    expect(await states(other, 'membership_requested')).toEqual(['settled']);
    expect(await states(other, 'takedown_asked')).toEqual(['settled']);
    expect(await states(member, 'consent_requested')).toEqual(['settled']);
  });

  test('nothing that asks for nothing', async () => {
    await tell([member], 'gallery_created', '/gallery/gone');
    await settleAllNotifications(app.ctx);
    expect(await states(member, 'gallery_created')).toEqual(['asks']);
  });
});
