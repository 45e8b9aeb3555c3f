import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { type Call, caller } from '#tests/support/actors.ts';
import { TEST_ADMIN } from '#tests/support/server-process.ts';
import { serverUrl } from './server-url.ts';

/**
 * Creates users, clubs, events and galleries through the public API of the running server.
 * Every name has a serial number, because all tests share one server.
 */
export interface TestUser {
  id: string;
  username: string;
  password: string;
  fullName: string;
  session: { access_token: string; refresh_token: string };
  call: Call;
}
type Login = TestUser['session'] & { user: { id: string; full_name: string } };

export const password = 'correct horse battery';
let serial = Date.now() % 1_000_000;
export const unique = (word: string): string => {
  serial += 1;
  return `${word} ${serial}`;
};

/** The data of a successful answer; any other status fails the test. */
export async function expectSuccess<T>(answer: Promise<{ status: number; body: { data: T } }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

export async function signIn(username: string, secret = password): Promise<TestUser> {
  const anyone = caller(serverUrl());
  const form = new URLSearchParams({ username, password: secret });
  const { user, ...session } = await expectSuccess(anyone<Login>('POST', '/auth/login', form));
  const call = caller(serverUrl(), session.access_token);
  return { id: user.id, username, password: secret, fullName: user.full_name, session, call };
}

let admin: Promise<TestUser> | undefined;
let adminSince = 0;

/**
 * The administrator of the server. Signed in anew before the access token is due: a browser would trade the refresh
 * token, which can be done once, and the next test with the same session would be signed out.
 */
export const adminUser = (): Promise<TestUser> => {
  if (!admin || Date.now() - adminSince > lifetimes.accessTokenMs / 3) {
    adminSince = Date.now();
    admin = signIn(TEST_ADMIN.username, TEST_ADMIN.password);
  }
  return admin;
};

export async function newUser(
  role?: 'photographer' | 'admin',
  names?: { first_name: string; last_name: string },
): Promise<TestUser> {
  serial += 1;
  const username = `user${serial}`;
  const boss = await adminUser();
  const made = await expectSuccess(
    boss.call<{ id: string }>('POST', '/users', {
      username,
      email: `${username}@example.org`,
      password,
      first_name: role === 'photographer' ? 'Petra' : 'Max',
      last_name: `Muster${serial}`,
      ...names,
      is_active: true,
    }),
  );
  if (role)
    await expectSuccess(boss.call('POST', `/users/${made.id}/roles`, { user_id: made.id, role_name: role }));
  return signIn(username);
}

export async function newClub(name = unique('TSV Nord')): Promise<{ id: string; name: string }> {
  const { call } = await adminUser();
  return expectSuccess(
    call('POST', '/clubs', { name, sport_type: 'Handball', description: 'Handball since 1921' }),
  );
}

/** Requests membership; approved at once or left pending. */
export async function join(club: { id: string }, who: TestUser, approved: boolean): Promise<void> {
  await expectSuccess(who.call('POST', `/clubs/${club.id}/join`));
  if (approved)
    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/members/${who.id}/approve`));
}

/** Invites to a club; `token` is what stands behind the # of its link. */
export async function newInvitation(
  club: { id: string },
  wanted: object = {},
): Promise<{ id: string; url: string; token: string }> {
  const { call } = await adminUser();
  const made = await expectSuccess(
    call<{ id: string; url: string }>('POST', `/clubs/${club.id}/invitations`, wanted),
  );
  return { ...made, token: made.url.split('#')[1] ?? '' };
}

export async function newEvent(
  clubs: { id: string }[],
  by?: TestUser,
  name = unique('Cup final'),
  inDays = 7,
): Promise<{ id: string; name: string }> {
  const { call } = by ?? (await adminUser());
  const day = new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
  const slug = unique('event').toLowerCase().replaceAll(' ', '-');
  const event = await expectSuccess(
    call<{ id: string; name: string }>('POST', '/events', {
      name,
      slug,
      description: 'The big day',
      event_date: day,
      location: 'North Hall',
    }),
  );
  const club_ids = clubs.map((club) => club.id);
  if (club_ids.length > 0)
    await expectSuccess((await adminUser()).call('POST', `/events/${event.id}/clubs`, { club_ids }));
  return event;
}

export interface NewGallery {
  photographer: TestUser;
  clubs?: { id: string }[];
  visibility?: 'private' | 'club_restricted' | 'public';
  name?: string;
  event?: { id: string };
}

export async function newGallery(wish: NewGallery): Promise<{ id: string; name: string }> {
  const event = wish.event ?? (await newEvent(wish.clubs ?? []));
  return expectSuccess(
    wish.photographer.call('POST', '/galleries', {
      name: wish.name ?? unique('First half'),
      event_id: event.id,
      photographer_id: wish.photographer.id,
      visibility: wish.visibility ?? 'public',
      club_ids: [],
    }),
  );
}

/** Real photos of people from the npm package of the face networks. */
export const samplePhotos = [1, 2, 3, 4, 5, 6].map(
  (n) => new URL(`../../../node_modules/@vladmandic/face-api/demo/sample${n}.jpg`, import.meta.url).pathname,
);

export async function uploadPhotos(
  gallery: { id: string },
  by: TestUser,
  files = samplePhotos,
): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const form = new FormData();
    form.set('gallery_id', gallery.id);
    form.set('file', new Blob([await readFile(file)], { type: 'image/jpeg' }), basename(file));
    ids.push((await expectSuccess(by.call<{ id: string }>('POST', '/photos/upload', form))).id);
  }
  return ids;
}

interface Person {
  id: string;
  name: string;
  number: number;
  photo_count: number;
}

/** Detector and recogniser in force: the best whose model files are available. */
export async function modelsInUse(): Promise<string> {
  const { call } = await adminUser();
  const path = '/facerecognition/admin/settings';
  type Settings = { detector_backend: string; recognition_model: string };
  const { detector_backend, recognition_model } = await expectSuccess(call<Settings>('GET', path));
  return `${detector_backend} ${recognition_model}`;
}

/** Sets the match threshold of all galleries; null: the measured one of the model. */
export async function setMatchThreshold(match_threshold: number | null): Promise<void> {
  await expectSuccess(
    (await adminUser()).call('PUT', '/facerecognition/admin/settings', { match_threshold }),
  );
}

/** Waits until all photos are analysed and clustered. */
export async function peopleOf(gallery: { id: string }, by: TestUser): Promise<Person[]> {
  for (let tries = 0; tries < 240; tries += 1) {
    const path = `/facerecognition/galleries/${gallery.id}`;
    const summary = await expectSuccess(
      by.call<{ processing: boolean; unique_faces: number }>('GET', `${path}/summary`),
    );
    if (!summary.processing && summary.unique_faces > 0)
      return (await expectSuccess(by.call<{ faces: Person[] }>('GET', `${path}/faces`))).faces;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error('No people were found within a minute');
}
