import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { HostileProvider, publicUrl } from '#tests/support/hostile-openid-provider.ts';
import { ProviderVisitor } from '#tests/support/sign-in-elsewhere.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const evil = new HostileProvider();
const gone = newId();
let url: string;
let [north, south] = ['', ''];
let admin: Actor;
let count = 0;
let subject = '';

beforeAll(async () => {
  await evil.start();
  admin = await createActor(app, ['admin']);
});
afterAll(() => evil.close());
/** New clubs for each test. */
beforeEach(async () => {
  [north, south] = [await createClub(app), await createClub(app)];
  const clubs = [
    { value: '/TSV Nord', clubId: north },
    { value: '/all', clubId: north },
    { value: '/all', clubId: south },
    { value: '/gone', clubId: gone },
  ];
  url = await app.serveAs({ publicUrl, provider: evil.provider({ clubs }) });
  count += 1;
  subject = `person ${count}`;
});

const inGroups = (groups: unknown) => (evil.deviation = { claims: { groups } });
async function register(): Promise<string> {
  const browser = new ProviderVisitor(url);
  await browser.visit(evil, subject);
  const { status, body } = await browser.register({
    username: `person${count}`,
    email: `person${count}@federation.example`,
    first_name: 'Anna',
  });
  expect(status).toBe(201);
  return body.data.user.id;
}
async function signIn(): Promise<void> {
  const browser = new ProviderVisitor(url);
  await browser.visit(evil, subject);
  expect((await browser.signIn()).status).toBe(200);
}
const clubsOf = async (userId: string) =>
  (
    await app.ctx.db
      .selectFrom('club_membership')
      .select('club_id')
      .where('user_id', '=', userId)
      .where('status', '=', 'approved')
      .execute()
  )
    .map(({ club_id }) => club_id)
    .sort();
const both = () => [north, south].sort();

test('a new person becomes a member of the clubs of their groups, and nothing more', async () => {
  inGroups(['/all', '/TSV Nord', '/gone', 'admin', 'superuser', 'club_admin']);
  const id = await register();
  expect(await clubsOf(id)).toEqual(both());
  const roles = await app.ctx.db
    .selectFrom('role_assignment')
    .select('id')
    .where('user_id', '=', id)
    .execute();
  expect(roles).toEqual([]);
  const entries = await app.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'target_id'])
    .where('actor_id', '=', id)
    .where('action', '=', 'membership.byProvider')
    .execute();
  expect(entries.map(({ target_id }) => target_id).sort()).toEqual(both());
});

test('a group that somebody came into later makes a member at the next sign-in; one that went away ends nothing', async () => {
  inGroups(undefined);
  const id = await register();
  expect(await clubsOf(id)).toEqual([]);
  inGroups('/TSV Nord');
  await signIn();
  expect(await clubsOf(id)).toEqual([north]);
  inGroups([]);
  await signIn();
  expect(await clubsOf(id)).toEqual([north]);
});

test.each<[string, () => unknown]>([
  ['of another name', () => ['/tsv nord', '/TSV', '/TSV Nord/youth', ' /TSV Nord', '', '*']],
  ['that are no text', () => [7, null, { value: '/TSV Nord' }, ['/TSV Nord', ['/TSV Nord']]]],
  ['in an object', () => ({ '/TSV Nord': true })],
  ['that are the ids of clubs', () => [north, south]],
])('groups %s make nobody a member', async (_name, groups) => {
  inGroups(groups());
  expect(await clubsOf(await register())).toEqual([]);
});

test('who asked to become a member is one', async () => {
  inGroups(undefined);
  const id = await register();
  await app.ctx.db
    .insertInto('club_membership')
    .values({ club_id: north, user_id: id, status: 'pending', requested_at: new Date() })
    .execute();
  inGroups('/TSV Nord');
  await signIn();
  expect(await clubsOf(id)).toEqual([north]);
});

describe('against the decision of the club, or one’s own, nobody comes back', () => {
  test('who left', async () => {
    inGroups('/all');
    const browser = new ProviderVisitor(url);
    const id = await register();
    await browser.visit(evil, subject);
    const { body } = await browser.signIn();
    const own = new ProviderVisitor(url, body.data.access_token);
    expect((await own.call('POST', `/clubs/${north}/leave`)).status).toBe(200);
    await signIn();
    expect(await clubsOf(id)).toEqual([south]);
  });

  test('who was removed, not even with a new connection of the account', async () => {
    inGroups('/TSV Nord');
    const id = await register();
    expect((await admin.call('DELETE', `/clubs/${north}/members/${id}`)).status).toBe(200);
    await signIn();
    expect(await clubsOf(id)).toEqual([]);
    await app.ctx.db.updateTable('external_identity').set({ claimed_club_ids: [] }).execute();
    await signIn();
    expect(await clubsOf(id)).toEqual([]);
  });

  test('who was removed before the account was connected', async () => {
    const person = await createActor(app);
    await addMember(app, north, person.id);
    expect((await admin.call('DELETE', `/clubs/${north}/members/${person.id}`)).status).toBe(200);
    inGroups('/TSV Nord');
    const own = new ProviderVisitor(url, person.token);
    await own.visit(evil, subject, 'connect');
    expect((await own.finish()).status).toBe(200);
    await signIn();
    expect(await clubsOf(person.id)).toEqual([]);
  });

  test('who was rejected', async () => {
    inGroups(undefined);
    const id = await register();
    await app.ctx.db
      .insertInto('club_membership')
      .values({ club_id: north, user_id: id, status: 'pending', requested_at: new Date() })
      .execute();
    expect((await admin.call('POST', `/clubs/${north}/members/${id}/reject`)).status).toBe(200);
    inGroups('/TSV Nord');
    await signIn();
    expect(await clubsOf(id)).toEqual([]);
  });

  test('who was a member before, and is removed after signing in with the group', async () => {
    inGroups(undefined);
    const id = await register();
    await addMember(app, north, id);
    inGroups('/TSV Nord');
    await signIn();
    await app.ctx.db.deleteFrom('club_membership').where('user_id', '=', id).execute();
    await signIn();
    expect(await clubsOf(id)).toEqual([]);
  });
});

test('a sign-in that stops at the second factor makes nobody a member', async () => {
  inGroups(undefined);
  const id = await register();
  await app.ctx.db
    .insertInto('second_factor')
    .values({
      user_id: id,
      id: newId(),
      secret_hash: Buffer.from('x'),
      created_at: new Date(),
      confirmed_at: new Date(),
      last_step: 0,
    })
    .execute();
  inGroups('/TSV Nord');
  const browser = new ProviderVisitor(url);
  await browser.visit(evil, subject);
  expect((await browser.signIn()).body.code).toBe('second_factor_required');
  expect(await clubsOf(id)).toEqual([]);
});
