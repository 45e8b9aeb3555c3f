import type { Role } from '#server/contract/roles.ts';
import { saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { insertUser } from '#server/features/accounts/users/save-user.ts';
import { newId } from '#server/ids.ts';
import { requireDocumented } from './documented-refusals.ts';
import type { TestApp } from './test-app.ts';

export type Answer<T = Record<string, unknown>> = {
  status: number;
  headers: Headers;
  body: { success: boolean; data: T; code?: string; message?: string; detail?: unknown };
};
export type Call = <T = Record<string, never>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;
export type Actor = { id: string; username: string; token: string; call: Call };

/** One REST call; a body is sent as JSON, FormData as it is. */
export function caller(url: string, token?: string): Call {
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(`${url}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text ? JSON.parse(text) : {};
    if (response.status >= 400) requireDocumented(method, path, response.status, answer.code);
    return { status: response.status, headers: response.headers, body: answer };
  };
}

export const testPassword = 'correct horse battery';
/** By the function that made it: tests may hash in another way, and a worker runs many of them. */
const passwordHashes = new WeakMap<TestApp['ctx']['passwords']['hash'], Promise<string>>();
let counter = 0;

type Grant = Exclude<Role, 'member'> | { role: 'photographer' | 'club_admin'; club: string };

/** A user with an account, roles and a session. */
export async function createActor(app: TestApp, grants: Grant[] = [], name = 'user'): Promise<Actor> {
  counter += 1;
  const username = `${name}${counter}`;
  const { hash } = app.ctx.passwords;
  const hashed = passwordHashes.get(hash) ?? hash(testPassword);
  passwordHashes.set(hash, hashed);
  const password_hash = await hashed;
  const id = await app.ctx.db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, {
      username,
      email: `${username}@example.org`,
      first_name: name,
      last_name: `No${counter}`,
      password_hash,
    });
    for (const grant of grants) {
      const [role_name, club_id] = typeof grant === 'string' ? [grant, null] : [grant.role, grant.club];
      await saveGrant(trx, { user_id: userId, role_name, club_id, created_by: null });
    }
    return userId;
  });
  const sessionId = newId();
  await app.ctx.db
    .insertInto('session')
    .values({ id: sessionId, user_id: id, expires_at: new Date(Date.now() + 3_600_000_000) })
    .execute();
  const token = await app.ctx.tokens.signAccess({ userId: id, sessionId });
  return { id, username, token, call: caller(app.url, token) };
}

export async function createClub(app: TestApp, name = 'FC Test'): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto('club')
    .values({ id, name, slug: `club-${id}`, sport_type: 'Football' })
    .execute();
  return id;
}

export async function addMember(
  app: TestApp,
  clubId: string,
  userId: string,
  status: 'approved' | 'pending' = 'approved',
): Promise<void> {
  await app.ctx.db
    .insertInto('club_membership')
    .values({
      club_id: clubId,
      user_id: userId,
      status,
      approved_at: status === 'approved' ? new Date() : null,
    })
    .execute();
}

export async function createEvent(
  app: TestApp,
  clubIds: string[] = [],
  createdBy: string | null = null,
): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto('event')
    .values({ id, name: 'Cup final', slug: `event-${id}`, event_date: '2030-05-04', created_by: createdBy })
    .execute();
  if (clubIds.length > 0)
    await app.ctx.db
      .insertInto('event_club')
      .values(clubIds.map((club_id) => ({ event_id: id, club_id })))
      .execute();
  return id;
}

type GalleryOptions = {
  event: string;
  visibility?: 'private' | 'club_restricted' | 'public';
  photographer?: string | null;
  createdBy?: string | null;
  name?: string;
};
export async function createGallery(app: TestApp, options: GalleryOptions): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto('gallery')
    .values({
      id,
      name: options.name ?? 'Match photos',
      event_id: options.event,
      visibility: options.visibility ?? 'club_restricted',
      photographer_id: options.photographer ?? null,
      created_by: options.createdBy ?? null,
    })
    .execute();
  return id;
}

/** A photo's row without its bytes, for tests that look at rights and lists only. */
export async function createPhoto(
  app: TestApp,
  galleryId: string,
  fields: { filename?: string; taken_at?: Date; uploadedBy?: string } = {},
): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto('photo')
    .values({
      id,
      gallery_id: galleryId,
      filename: fields.filename ?? `${id}.jpg`,
      sha256: Buffer.from(id),
      mime: 'image/jpeg',
      bytes: 1_000,
      width: 4_000,
      height: 3_000,
      taken_at: fields.taken_at ?? null,
      uploaded_by: fields.uploadedBy ?? null,
      original_key: `originals/aa/${id}.jpg`,
    })
    .execute();
  await app.ctx.db
    .insertInto('photo_analysis')
    .values({ photo_id: id, gallery_id: galleryId, status: 'queued' })
    .execute();
  return id;
}
