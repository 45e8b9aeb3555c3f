/**
 * What a call was sent and answered with success stands in the next read; what would change nothing is refused (422).
 * @module-tag long
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { giveCodes } from '#tests/support/factors.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let ids: Record<
  'user' | 'club' | 'gallery' | 'photo' | 'event' | 'person' | 'clubPerson' | 'link' | 'passkey',
  string
>;
let clubs: string[];
let users: string[];
let events: string[];
let photographers: string[];
/** Of each visibility; each call is about the next one, which then comes first. */
let opened: string[];
function nextOpened(): string {
  opened = [...opened.slice(1), opened[0]!];
  return opened[0]!;
}

beforeAll(async () => {
  admin = await createActor(app, ['superuser', 'photographer']);
  await giveCodes(app, admin.id); // needed to require a second factor of others
  clubs = await Promise.all([1, 2, 3].map(() => createClub(app)));
  users = await Promise.all([1, 2].map(async () => (await createActor(app)).id));
  for (const user of users) await addMember(app, clubs[0]!, user);
  events = [await createEvent(app, [clubs[0]!]), await createEvent(app)];
  photographers = [admin.id, (await createActor(app, ['photographer'])).id];
  const gallery = await createGallery(app, { event: events[0]!, createdBy: admin.id });
  opened = await Promise.all(
    (['private', 'club_restricted', 'public'] as const).map((visibility) =>
      createGallery(app, { event: events[0]!, visibility, createdBy: admin.id }),
    ),
  );
  const { faces } = await createPhotoOf(app, gallery, ['anna']);
  await groupByHand(app, gallery, [[faces.anna!]]);
  const { id: person } = await app.ctx.db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const link = await admin.call<{ id: string }>('POST', `/galleries/${gallery}/links`, {});
  ids = {
    user: users[0]!,
    club: clubs[0]!,
    gallery,
    event: events[0]!,
    photo: await createPhoto(app, gallery),
    person,
    clubPerson: await createClubPerson(app, clubs[0]!),
    link: link.body.data.id,
    passkey: newId(),
  };
  await app.ctx.db
    .insertInto('passkey')
    .values({
      id: ids.passkey,
      user_id: admin.id,
      credential_id: 'of nobody',
      rp_id: 'club.example',
      public_key: Buffer.from('none'),
      counter: 0,
      transports: [],
      name: 'Passkey',
      is_backed_up: false,
      created_at: new Date(),
    })
    .execute();
});

type Body = Record<string, unknown>;
interface Write {
  /** Each field with what may be sent; all of them, some of them or none are. */
  fields: () => Record<string, fc.Arbitrary<unknown>>;
  /** Always sent. */
  required?: string[];
  path: () => string;
  /** What is read afterwards; without it the answer's `id` is read where the thing is. */
  read: (answer: Body) => Promise<Body>;
  /** Sent once and never told. */
  secret?: string[];
}

const get = async (path: string) => (await admin.call<Body>('GET', path)).body.data;
const listed = async (path: string, list: string, id: unknown) =>
  ((await get(path))[list] as Body[]).find((one) => one.id === id)!;
let count = 0;
/** A text of its own, with blanks around it and letters of two scripts. */
const unique = (prefix: string) =>
  fc.nat(9).map((n) => {
    count += 1;
    return `${prefix}${count}x${n}`;
  });
const text = fc.constantFrom('Ärzte', ' Été 10 ', 'Zebra');
const optionalText = fc.constantFrom('', ' x ', 'Zwei\nZeilen');
const some = (from: () => string[]) => fc.subarray(from());
const date = fc.constantFrom('2031-01-01', '2031-12-31');
const galleryOf = async (id: unknown) => {
  const [gallery, access] = await Promise.all([get(`/galleries/${id}`), get(`/galleries/${id}/access`)]);
  const additional = (access.additional_clubs as Body[]).map((club) => club.id);
  const inherited = (access.event_clubs as Body[]).map((club) => club.id);
  // Clubs of the event count as sent: the dialog sends them too.
  return { ...gallery, club_ids: [...additional, ...inherited] };
};
const galleryFields = () => ({
  name: text,
  event_id: fc.constantFrom(...events),
  photographer_id: fc.constantFrom(...photographers),
  visibility: fc.constantFrom('private', 'club_restricted', 'public'),
  club_ids: some(() => clubs),
});

const writes: Record<string, Write> = {
  'users.updateProfile': {
    fields: () => ({ full_name: fc.constantFrom('Jo Äh', 'Z 10') }),
    path: () => '/users/profile',
    read: () => get('/users/profile'),
  },
  'users.updateLanguage': {
    fields: () => ({ language: fc.constantFrom('de', 'en') }),
    required: ['language'],
    path: () => '/users/profile/language',
    read: () => get('/users/profile'),
  },
  'passkeys.rename': {
    fields: () => ({ name: text }),
    required: ['name'],
    path: () => `/auth/passkeys/${ids.passkey}`,
    read: () => listed('/auth/passkeys', 'passkeys', ids.passkey),
  },
  'users.create': {
    fields: () => ({
      username: unique('made'),
      email: unique('made').map((name) => `${name}@example.org`),
      password: fc.constant('correct horse battery'),
      first_name: text,
      last_name: optionalText.map((value) => value.replace('\n', ' ')),
      is_active: fc.boolean(),
    }),
    required: ['username', 'email', 'password'],
    path: () => '/users',
    read: ({ id }) => get(`/users/${id}`),
    secret: ['password'],
  },
  'users.update': {
    fields: () => ({
      username: unique('named'),
      email: unique('mail').map((name) => `${name}@example.org`),
      first_name: text,
      last_name: text,
      is_active: fc.boolean(),
    }),
    path: () => `/users/${ids.user}`,
    read: () => get(`/users/${ids.user}`),
  },
  'clubs.create': {
    fields: () => ({ name: unique('Club '), sport_type: text, description: optionalText }),
    required: ['name', 'sport_type'],
    path: () => '/clubs',
    read: ({ id }) => get(`/clubs/${id}`),
  },
  'clubs.update': {
    fields: () => ({
      name: unique('Club '),
      sport_type: text,
      description: optionalText,
      contact: optionalText,
      refused_outside: fc.constantFrom('leave_out', 'blur'),
      takes_claims: fc.boolean(),
    }),
    path: () => `/clubs/${ids.club}`,
    read: () => get(`/clubs/${ids.club}`),
  },
  'storageUsage.setClubQuota': {
    fields: () => ({ quota_bytes: fc.constantFrom(null, 1_000_000_000, 2_000_000_000) }),
    required: ['quota_bytes'],
    path: () => `/clubs/${ids.club}/storage`,
    read: async () => (await get(`/clubs/${ids.club}/storage`)) ?? { quota_bytes: null },
  },
  'familyShareLinks.allow': {
    fields: () => ({ allowed: fc.boolean() }),
    required: ['allowed'],
    path: () => `/clubs/${ids.club}/family-links`,
    read: () => get(`/clubs/${ids.club}/family-links`),
  },
  'clubPeople.create': {
    fields: () => ({ first_name: text, last_name: text, born_on: fc.constantFrom(null, '2012-02-29') }),
    required: ['first_name'],
    path: () => `/clubs/${ids.club}/people`,
    read: ({ id }) => listed(`/clubs/${ids.club}/people?limit=500`, 'people', id),
  },
  'clubPeople.update': {
    fields: () => ({
      first_name: text,
      last_name: text,
      born_on: fc.constantFrom(null, '2012-02-29'),
      user_id: fc.constantFrom(null, ...users),
    }),
    path: () => `/clubs/${ids.club}/people/${ids.clubPerson}`,
    read: () => listed(`/clubs/${ids.club}/people?limit=500`, 'people', ids.clubPerson),
  },
  'formerPeople.keepFor': {
    fields: () => ({ months: fc.constantFrom(null, 1, 6, 12, 24) }),
    required: ['months'],
    path: () => `/clubs/${ids.club}/left-people`,
    read: () => get(`/clubs/${ids.club}/left-people`),
  },
  'events.create': {
    fields: () => ({
      name: text,
      slug: unique('cup-'),
      description: optionalText,
      event_date: date,
      location: text,
      club_ids: some(() => clubs),
    }),
    required: ['name', 'event_date', 'slug'],
    path: () => '/events',
    read: async ({ id }) => ({
      ...(await get(`/events/${id}`)),
      club_ids: ((await get(`/events/${id}/clubs`)).clubs as Body[]).map((club) => club.id),
    }),
  },
  'events.update': {
    fields: () => ({
      name: text,
      slug: unique('cup-'),
      description: optionalText,
      event_date: date,
      location: text,
    }),
    path: () => `/events/${events[1]}`,
    read: () => get(`/events/${events[1]}`),
  },
  'events.setClubs': {
    fields: () => ({ club_ids: some(() => clubs) }),
    required: ['club_ids'],
    path: () => `/events/${events[1]}/clubs`,
    read: async () => ({
      club_ids: ((await get(`/events/${events[1]}/clubs`)).clubs as Body[]).map((club) => club.id),
    }),
  },
  'galleries.create': {
    fields: galleryFields,
    required: ['name', 'event_id', 'photographer_id'],
    path: () => '/galleries',
    read: ({ id }) => galleryOf(id),
  },
  'galleries.update': {
    fields: () => ({
      ...galleryFields(),
      cover_photo_id: fc.constantFrom(null, ids.photo),
      shows_captions: fc.boolean(),
    }),
    path: () => `/galleries/${ids.gallery}`,
    read: () => galleryOf(ids.gallery),
  },
  'galleries.setAccess': {
    fields: () => ({ club_ids: some(() => clubs), user_ids: some(() => users) }),
    required: ['club_ids'],
    path: () => `/galleries/${nextOpened()}/access`,
    read: async () => ({
      ...(await galleryOf(opened[0])),
      user_ids: ((await get(`/galleries/${opened[0]}/access`)).users as Body[]).map((user) => user.id),
    }),
  },
  'galleries.keepUntil': {
    fields: () => ({ kept_until: fc.constantFrom(null, '2031-01-01') }),
    required: ['kept_until'],
    path: () => `/galleries/${ids.gallery}/kept-until`,
    read: () => get(`/galleries/${ids.gallery}`),
  },
  'shareLinks.create': {
    fields: () => ({
      name: text,
      password: fc.constant('open sesame'),
      expires_at: fc.constantFrom('2031-01-01T00:00:00.000Z'),
      is_active: fc.boolean(),
      allow_download: fc.boolean(),
      show_people: fc.boolean(),
    }),
    path: () => `/galleries/${ids.gallery}/links`,
    read: ({ id }) => listed(`/galleries/${ids.gallery}/links`, 'links', id),
    secret: ['password'],
  },
  'shareLinks.update': {
    fields: () => ({
      name: text,
      expires_at: fc.constantFrom(null, '2031-01-01T00:00:00.000Z'),
      is_active: fc.boolean(),
      allow_download: fc.boolean(),
      show_people: fc.boolean(),
    }),
    path: () => `/galleries/links/${ids.link}`,
    read: () => listed(`/galleries/${ids.gallery}/links`, 'links', ids.link),
  },
  'galleryPeople.rename': {
    fields: () => ({ name: fc.constantFrom('', 'Änne', ' Zoë ') }),
    required: ['name'],
    path: () => `/facerecognition/faces/${ids.person}`,
    read: () =>
      listed(`/facerecognition/galleries/${ids.gallery}/faces?include_hidden=true`, 'faces', ids.person),
  },
  'galleryPeople.hide': {
    fields: () => ({ hidden: fc.boolean() }),
    required: ['hidden'],
    path: () => `/facerecognition/faces/${ids.person}/hide`,
    read: async () => {
      const path = `/facerecognition/galleries/${ids.gallery}/faces?include_hidden=true`;
      return { hidden: (await listed(path, 'faces', ids.person)).is_hidden };
    },
  },
  'recognition.updateSettings': {
    fields: () => ({
      match_threshold: fc.constantFrom(null, 0, 0.4, 1),
      min_confidence: fc.constantFrom(0, 0.5, 1),
      min_size_ratio: fc.constantFrom(0, 0.1, 1),
    }),
    path: () => '/facerecognition/admin/settings',
    read: () => get('/facerecognition/admin/settings'),
  },
  'installationSettings.update': {
    fields: () => ({
      name: text,
      registration: fc.constantFrom('open', 'invitation', 'closed'),
      allow_past_events: fc.boolean(),
      web_push: fc.boolean(),
      link_months: fc.constantFrom(null, 1, 12),
      bin_days: fc.constantFrom(0, 7, 30),
      imprint_url: fc.constantFrom(null, 'https://club.example/imprint'),
      privacy_url: fc.constantFrom(null, 'https://club.example/privacy'),
      admin_second_factor: fc.constantFrom('recommended', 'required'),
    }),
    path: () => '/settings',
    read: () => get('/settings'),
  },
};

/**
 * Calls that set nothing: they sign in, ask, decide, search or act once, and what they do has tests of its own. The
 * specification drops `bio`. Of these, what they take stands in a list of requests, decisions or links with other words.
 */
const acts =
  `auth.login auth.register auth.logout auth.refresh auth.forgotPassword auth.checkResetToken auth.resetPassword
  auth.checkEmailToken installationSettings.askForPastEvents auth.confirmEmail auth.confirmPassword auth.endOtherSessions
  oidc.begin oidc.signIn oidc.register oidc.beginForViewer oidc.finishForViewer
  apiKeys.create webPush.tell passkeys.beginAdd passkeys.add passkeys.beginSignIn passkeys.signIn passkeys.beginConfirm passkeys.confirm
  secondFactor.begin secondFactor.confirm secondFactor.renewRecoveryCodes secondFactor.stopRemoval secondFactor.stopRemovalByLink users.endSessions users.updateBio users.requestVerification calendar.create users.deleteAccount
  users.changePassword users.setPassword users.createPhotographer users.createResetLink users.grantRole clubs.join clubs.leave
  clubs.cancelRequest clubs.approve clubs.reject clubs.addAdmin formerPeople.save guardians.ask guardians.notThem invitations.createForChildren guardians.paperConsent
  family.claim family.answerClaim guardians.ending guardians.approve guardians.reject guardians.remind guardians.saveConsentText family.answer erasure.ask
  family.accept invitations.create invitations.replace invitations.replaceUnknown invitations.mail invitations.check
  invitations.accept invitations.register memberImports.preview memberImports.create memberImports.undo
  openedShareLink.prepareDownload takedowns.askByLink takedowns.askSeveralByLink takedowns.states takedowns.withdraw takedowns.withdrawOwn guestPhotos.mine guestPhotos.withdraw photos.prepareDownload
  takedowns.decide takedowns.hide guestPhotos.accept guestPhotos.decline photos.regenerateThumbnails photos.bulkDelete deletedPhotos.restore deletedPhotos.purge takedowns.ask takedowns.askSeveral
  myPhotos.markSeen myPhotos.answer myPhotos.takeBackAnswer myPhotos.reject myPhotos.takeBackRejection familyShareLinks.create galleryPeople.moveFaces galleryPeople.peopleLike
  galleryPeople.merge galleryPeople.reject galleryPeople.link galleryPeople.declineLink galleryPeople.takeBackDeclinedLink galleryPeople.unlink
  galleryPeople.setRepresentative galleryPeople.keepApart galleryPeople.markChecked shareLinks.askClub shareLinks.sayAbsent shareLinks.keepInside shareLinks.answerAdded shareLinks.askGallery shareLinks.join galleryPeople.undo galleryPeople.nameIsNobody galleryPeople.namesAreNobody galleryPeople.markTypedNamesSeen
  askedClubs.agree galleries.takeOver galleries.objectToTakeover galleries.restore galleries.purge photos.setCreditLine cameraClocks.answer cameraClocks.undo recognition.retryAnalysis recognition.reprocess recognition.acceptModel
  notifications.updatePreference notifications.markAllRead notifications.markRead mail.unsubscribe mail.sendTest backups.make`.split(
    /\s+/,
  );

test('every call that writes is one of them', () => {
  const writing = routes.filter(({ method }) => method === 'post' || method === 'put');
  const known = [...Object.keys(writes), ...acts].sort();
  expect([...new Set(writing.map(({ procedure }) => procedure))].sort()).toEqual(known);
});

const clean = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() : Array.isArray(value) ? [...value].sort() : value;

test.each(Object.keys(writes))('%s', async (procedure) => {
  const write = writes[procedure]!;
  const { method } = routes.find((row) => row.procedure === procedure)!;
  const body = fc.record(write.fields(), { requiredKeys: write.required ?? [] });
  let written = 0;
  for (const sent of fc.sample(body as fc.Arbitrary<Body>, { numRuns: 15, seed: 7 })) {
    const path = write.path();
    const isOfOne = method === 'put' || procedure === 'galleries.setAccess';
    const before = isOfOne ? await write.read({}) : {};
    const answer = await admin.call<Body>(method.toUpperCase(), path, sent);
    const said = `${procedure} ${JSON.stringify(sent)} ${JSON.stringify(answer.body)}`;
    if (answer.status === 422) {
      if (isOfOne) expect(await write.read({}), said).toEqual(before);
      continue;
    }
    expect(answer.status, said).toBeLessThan(300);
    written += 1;
    const read = await write.read(answer.body.data);
    for (const [field, value] of Object.entries(sent)) {
      if (write.secret?.includes(field)) continue;
      const now = clean(read[field]);
      // Clubs of the event come by themselves.
      if (field === 'club_ids') expect(now, said).toEqual(expect.arrayContaining(clean(value) as unknown[]));
      else expect([field, now], said).toEqual([field, clean(value)]);
    }
  }
  expect(written).toBeGreaterThan(3);
});
