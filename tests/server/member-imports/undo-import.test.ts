import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MemberImport } from '#server/contract/schemas/member-imports.ts';
import { removeOldInvitations } from '#server/features/people/invitations/invitations.repository.ts';
import { type Actor, caller, createActor, createClub } from '#tests/support/actors.ts';
import { tokenOf } from '#tests/support/invitations.ts';
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';
import { importList, listOf, undoImport } from '#tests/support/member-lists.ts';
import { readRows } from '#tests/support/side-effects.ts';

let world: MailApp;
let club: string;
let head: Actor;
beforeAll(async () => {
  world = await startMailApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  club = await createClub(world.app, 'TSV Nord');
  head = await createActor(world.app, [{ role: 'club_admin', club }], 'head');
});

const nobodyListed = { people: 0, people_kept: 0 };
const list = listOf('Anna;Jäger;anna@x.example;', 'Bea;Weiß;;', 'Claire;Groß;claire@x.example;Fotografin');
/** Every row of every table but those that tell of imports. */
async function otherRows() {
  const rows = await readRows(world.app);
  return new Map([...rows].filter(([key]) => !/^(member_import|audit_entry) /.test(key)));
}
async function importOnce(): Promise<string> {
  const { body } = await importList(head, club, list);
  return body.data.import!.id;
}
const check = async (token: string) =>
  (await caller(world.app.url)('POST', '/invitations/check', { token })).body.code;
const linksOf = async () =>
  (
    await head.call<{ invitations: { url: string; last_name: string }[] }>(
      'GET',
      `/clubs/${club}/invitations`,
    )
  ).body.data.invitations;

test('an undone import leaves every other table as it was: invitations, mails and jobs too', async () => {
  const before = await otherRows();
  const id = await importOnce();
  const counts = async () => [...(await otherRows()).keys()].filter((key) => !before.has(key)).length;
  expect(await counts()).toBe(3 + 2 + 2); // invitations, mails and their jobs
  const { status, body } = await undoImport(head, club, id);
  expect([status, body.data]).toEqual([200, { ...nobodyListed, deleted: 3, revoked: 0 }]);
  expect(await otherRows()).toEqual(before);
  expect(await world.deliverAll()).toEqual([]);
  const entries = await world.app.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'params'])
    .where('target_id', '=', club)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'memberImport.create', params: { import_id: id, lines: 3, invitations: 3, mails: 2 } },
    { action: 'memberImport.undo', params: { import_id: id, deleted: 3, revoked: 0 } },
  ]);
});

test('mails that are out keep a link that says the invitation was withdrawn', async () => {
  const id = await importOnce();
  const [printed] = (await linksOf()).filter(({ last_name }) => last_name === 'Weiß');
  const mails = await world.deliver();
  expect(mails.map(({ to }) => to).sort()).toEqual([['anna@x.example'], ['claire@x.example']]);
  const { body } = await undoImport(head, club, id);
  expect(body.data).toEqual({ ...nobodyListed, deleted: 1, revoked: 2 });
  expect(await check(tokenIn(mails[0], '/invitation'))).toBe('invitation_revoked');
  expect(await check(tokenOf(printed!))).toBe('invitation_not_found');
});

test('mails count as out after the outbox has forgotten them', async () => {
  const id = await importOnce();
  await world.deliver();
  await world.app.ctx.db.deleteFrom('mail_outbox').execute();
  expect((await undoImport(head, club, id)).body.data).toEqual({ ...nobodyListed, deleted: 1, revoked: 2 });
});

test('an invitation whose link was replaced, or that was revoked, goes too', async () => {
  const before = await otherRows();
  const id = await importOnce();
  const made = await world.app.ctx.db
    .selectFrom('invitation')
    .select('id')
    .where('import_id', '=', id)
    .orderBy('id')
    .execute();
  await head.call('POST', `/clubs/${club}/invitations/${made[0]!.id}/replace`);
  await head.call('DELETE', `/clubs/${club}/invitations/${made[1]!.id}`);
  expect((await undoImport(head, club, id)).body.data).toEqual({ ...nobodyListed, deleted: 3, revoked: 0 });
  expect(await otherRows()).toEqual(before);
});

test('an import by which somebody has joined cannot be undone', async () => {
  const id = await importOnce();
  const [{ url } = { url: '' }] = await linksOf();
  const parent = await createActor(world.app);
  await parent.call('POST', '/invitations/accept', { token: tokenOf({ url }) });
  const before = await readRows(world.app);
  expect((await undoImport(head, club, id)).body.code).toBe('member_import_used');
  expect(await readRows(world.app)).toEqual(before);
});

test('an import of which invitations were erased long after their end cannot be undone', async () => {
  const id = await importOnce();
  const { db, clock } = world.app.ctx;
  await db
    .updateTable('invitation')
    .set({ expires_at: new Date(0) })
    .where('import_id', '=', id)
    .where('last_name', '=', 'Weiß')
    .execute();
  await removeOldInvitations(db, clock.now());
  const { body } = await head.call<{ imports: MemberImport[] }>('GET', `/clubs/${club}/member-imports`);
  expect(body.data.imports).toMatchObject([{ id, invitations: 3, accepted: 0, can_undo: false }]);
  expect((await undoImport(head, club, id)).body.code).toBe('member_import_used');
});

test('an import is undone once, by its own club', async () => {
  const id = await importOnce();
  const other = await createClub(world.app);
  const otherHead = await createActor(world.app, [{ role: 'club_admin', club: other }]);
  expect((await undoImport(otherHead, other, id)).body.code).toBe('member_import_not_found');
  expect((await undoImport(head, club, 'no-id')).body.code).toBe('member_import_not_found');
  expect((await undoImport(head, club, id)).status).toBe(200);
  expect((await undoImport(head, club, id)).body.code).toBe('member_import_undone');
});

test('the same list can be imported again after it was undone', async () => {
  await undoImport(head, club, await importOnce());
  const { body } = await importList(head, club, list);
  expect(body.data.counts).toMatchObject({ new: 3, invitations: 3 });
});
