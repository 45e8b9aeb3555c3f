/** @module-tag long */
import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '../support/actors.ts';
import { createClubPerson } from '../support/families.ts';
import { startTestAppBeforeAll } from '../support/test-app.ts';

const app = startTestAppBeforeAll();

/** Those that change a row, and why no form can replace with them what it has not shown. */
const without: Record<string, string> = {
  'galleryPeople.rename': 'asks with `seen_name`',
  'users.updateLanguage': 'one choice, saved when it is made, of the viewer alone',
  'notifications.updatePreference': 'one choice, saved when it is made, of the viewer alone',
  'familyShareLinks.allow': 'a switch: the other state is the only one there is',
  'myPhotos.markSeen': 'says what was seen',
  'users.setPassword': 'there was none before',
  'users.changePassword': 'asks for the one before',
  'webPush.tell': 'what one browser says of itself',
  'galleryPeople.setRepresentative': 'one choice, saved when it is made, and can be undone',
};

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: { shape?: object }[] } }
>;
const asks = (name: string) => procedures[name]?._def.inputs.some(({ shape }) => shape && 'seen' in shape);

test('every procedure that writes fields of a row asks what was seen, or says why not', () => {
  const putting = new Set(routes.filter(({ method }) => method === 'put').map(({ procedure }) => procedure));
  const editing = Object.keys(procedures).filter(
    (name) =>
      procedures[name]?._def.type === 'mutation' &&
      (putting.has(name) || /\.(?:update|set|save|rename|keep(?:For|Until))(?=[A-Z]|$)/.test(name)),
  );
  expect(editing.filter((name) => !asks(name)).toSorted()).toEqual(Object.keys(without).toSorted());
  expect(
    Object.keys(procedures)
      .filter((name) => asks(name))
      .toSorted(),
  ).toEqual(Object.keys(forms).toSorted());
});

let admin: Actor;
let ids: Record<'club' | 'event' | 'gallery' | 'person' | 'link' | 'user' | 'passkey' | 'otherClub', string>;
beforeAll(async () => {
  admin = await createActor(app, ['superuser'], 'Ann');
  const club = await createClub(app);
  const event = await createEvent(app, [club]);
  const gallery = await createGallery(app, { event, createdBy: admin.id });
  const person = await createClubPerson(app, club);
  const link = await admin.call<{ id: string }>('POST', `/galleries/${gallery}/links`, { name: 'a' });
  const user = await createActor(app, [], 'Ben');
  const passkey = '00000000-0000-4000-8000-000000000001';
  await app.ctx.db
    .insertInto('passkey')
    .values({
      id: passkey,
      user_id: admin.id,
      name: 'a',
      rp_id: 'localhost',
      credential_id: 'c',
      public_key: Buffer.from('k'),
      counter: 0,
      transports: [],
      is_backed_up: false,
      created_at: new Date(),
    })
    .execute();
  ids = {
    club,
    event,
    gallery,
    person,
    link: link.body.data.id,
    user: user.id,
    passkey,
    otherClub: await createClub(app),
  };
});

type Form = {
  path: (known: typeof ids) => string;
  method?: 'POST';
  /** What three forms send one after the other; the last was opened before the second was saved. */
  values: (known: typeof ids) => [first: object, second: object, third: object];
};
const texts = (field: string): Form['values'] => {
  return () => [{ [field]: 'Aaa aaa' }, { [field]: 'Bbb bbb' }, { [field]: 'Ccc ccc' }];
};
const forms: Record<string, Form> = {
  'clubs.update': { path: ({ club }) => `/clubs/${club}`, values: texts('description') },
  'events.update': { path: ({ event }) => `/events/${event}`, values: texts('location') },
  'events.setClubs': {
    path: ({ event }) => `/events/${event}/clubs`,
    method: 'POST',
    values: ({ club, otherClub }) => [
      { club_ids: [club] },
      { club_ids: [club, otherClub] },
      { club_ids: [] },
    ],
  },
  'galleries.update': { path: ({ gallery }) => `/galleries/${gallery}`, values: texts('name') },
  'galleries.keepUntil': {
    path: ({ gallery }) => `/galleries/${gallery}/kept-until`,
    values: () => [{ kept_until: null }, { kept_until: '2031-01-01' }, { kept_until: '2032-01-01' }],
  },
  'galleries.setAccess': {
    path: ({ gallery }) => `/galleries/${gallery}/access`,
    method: 'POST',
    values: ({ user }) => [
      { club_ids: [], user_ids: [] },
      { club_ids: [], user_ids: [user] },
      { club_ids: [], user_ids: [admin.id] },
    ],
  },
  'shareLinks.update': {
    path: ({ link }) => `/galleries/links/${link}`,
    values: () => [
      { expires_at: '2031-01-01T00:00:00.000Z' },
      { expires_at: '2031-01-02T00:00:00.000Z' },
      { expires_at: '2031-01-03T00:00:00.000Z' },
    ],
  },
  'users.update': { path: ({ user }) => `/users/${user}`, values: texts('first_name') },
  'users.updateProfile': { path: () => '/users/profile', values: texts('full_name') },
  'users.updateBio': { path: () => '/users/profile/bio', values: texts('bio') },
  'photos.setCreditLine': { path: () => '/users/profile/credit-line', values: texts('credit_line') },
  'passkeys.rename': { path: ({ passkey }) => `/auth/passkeys/${passkey}`, values: texts('name') },
  'clubPeople.update': {
    path: ({ club, person }) => `/clubs/${club}/people/${person}`,
    values: texts('last_name'),
  },
  'formerPeople.keepFor': {
    path: ({ club }) => `/clubs/${club}/left-people`,
    values: () => [{ months: null }, { months: 12 }, { months: 24 }],
  },
  'formerPeople.save': {
    path: ({ club, person }) => `/clubs/${club}/people/${person}/departure`,
    values: () => [{ left_on: '2020-01-01' }, { left_on: '2020-01-02' }, { left_on: '2020-01-03' }],
  },
  'guardians.saveConsentText': {
    path: ({ club }) => `/clubs/${club}/consent-texts/find`,
    values: () => [
      { bodies: { en: 'a', de: 'b' } },
      { bodies: { de: 'c', en: 'a' } },
      { bodies: { de: 'd', en: 'a' } },
    ],
  },
  'storageUsage.setClubQuota': {
    path: ({ club }) => `/clubs/${club}/storage`,
    values: () => [{ quota_bytes: null }, { quota_bytes: 1e9 }, { quota_bytes: 2e9 }],
  },
  'recognition.updateSettings': {
    path: () => '/facerecognition/admin/settings',
    values: () => [{ min_confidence: 0.5 }, { min_confidence: 0.6 }, { min_confidence: 0.7 }],
  },
  'installationSettings.update': { path: () => '/settings', values: texts('name') },
};

describe.each(Object.keys(forms))('%s', (name) => {
  const { path, method = 'PUT', values } = forms[name] as Form;
  const save = async (fields: object, seen?: object) => {
    const { status, body } = await admin.call(method, path(ids), { ...fields, ...(seen && { seen }) });
    return status >= 400 ? body.code : 'saved';
  };

  test('a form that was opened before somebody else saved changes nothing', async () => {
    const [first, second, third] = values(ids);
    expect(await save(first)).toBe('saved');
    expect(await save(second, first)).toBe('saved');
    expect(await save(third, first)).toBe('edit_conflict');
    // What is there is what both wanted; fields that were not seen are not asked for.
    expect(await save(second, first)).toBe('saved');
    expect(await save(third, second)).toBe('saved');
    expect(await save(second, { created_by: 'somebody', password_hash: '' })).toBe('saved');
    expect(await save(first)).toBe('saved');
  });
});

test('forms that change other fields do not meet', async () => {
  const path = `/clubs/${ids.club}`;
  await admin.call('PUT', path, { description: 'old', sport_type: 'Chess' });
  const one = await admin.call('PUT', path, { description: 'new', seen: { description: 'old' } });
  const other = await admin.call<{ description: string; sport_type: string }>('PUT', path, {
    sport_type: 'Judo',
    seen: { sport_type: 'Chess' },
  });
  expect([one.status, other.body.data]).toMatchObject([200, { description: 'new', sport_type: 'Judo' }]);
});

test('clubs that were asked meanwhile are not taken off an event or gallery', async () => {
  const member = await createActor(app);
  const event = await createEvent(app, [], member.id);
  const set = (club_ids: string[], seen: object) =>
    member.call('POST', `/events/${event}/clubs`, { club_ids, seen });
  await set([ids.club], { club_ids: [] });
  const late = await set([ids.otherClub], { club_ids: [] });
  expect(late.body.code).toBe('edit_conflict');
  const { body } = await member.call<{ pending_club_ids: string[] }>('GET', `/events/${event}`);
  expect(body.data.pending_club_ids).toEqual([ids.club]);
  const next = await set([ids.club, ids.otherClub], { club_ids: body.data.pending_club_ids });
  expect(next.status).toBe(200);
});
