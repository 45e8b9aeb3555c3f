import { expect, test } from 'vitest';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import {
  createInvitations,
  type NewInvitation,
} from '#server/features/people/invitations/insert-invitations-and-queue-mails.ts';
import { invitations } from '#server/features/people/invitations/invitations.repository.ts';
import { hashToken, newId } from '#server/ids.ts';
import { createActor, createClub } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const expires_at = new Date('2031-05-04T12:00:00Z');

async function create(wanted: NewInvitation[], importId?: string) {
  const clubId = await createClub(app);
  const createdBy = (await createActor(app)).id;
  const ids = await app.ctx.db
    .transaction()
    .execute((trx) =>
      createInvitations(app.ctx, trx, { clubId, createdBy, ...(importId ? { importId } : {}) }, wanted),
    );
  const rows = await invitations(app.ctx.db, new Date()).where('invitation.club_id', '=', clubId).execute();
  return { clubId, ids, rows: ids.map((id) => rows.find((row) => row.id === id)) };
}

test('an invitation for anybody has any number of uses, one for a person has one', async () => {
  const { rows } = await create([
    { role: 'member', expires_at },
    { role: 'member', max_uses: 20, expires_at },
    { role: 'member', first_name: 'Ada', last_name: 'Lovelace', expires_at },
    { role: 'member', email: 'ada@example.org', expires_at },
    { role: 'photographer', expires_at },
  ]);
  expect(rows.map((row) => [row?.role, row?.max_uses, row?.email, row?.first_name, row?.uses])).toEqual([
    ['member', null, null, '', 0],
    ['member', 20, null, '', 0],
    ['member', 1, null, 'Ada', 0],
    ['member', 1, 'ada@example.org', '', 0],
    ['photographer', 1, null, '', 0],
  ]);
});

test('the database refuses an invitation for a person with more than one use, however it is written', async () => {
  const { rows } = await create([{ role: 'photographer', expires_at }]);
  const change = app.ctx.db.updateTable('invitation').set({ max_uses: 2 }).where('id', '=', rows[0]!.id);
  await expect(change.execute()).rejects.toThrow(/invitation_for_one_person/);
});

test('the database holds hashes only, from which the same link can be printed again', async () => {
  const { rows } = await create([
    { role: 'member', expires_at },
    { role: 'member', email: 'ada@example.org', expires_at },
  ]);
  const [poster, mailed] = rows;
  const tokens = rows.map((row) => app.ctx.tokens.signInvitation(row!.id, 1, 'shared'));
  const mailedToken = app.ctx.tokens.signInvitation(mailed!.id, 1, 'mailed');
  expect([poster!.token_hash, mailed!.token_hash]).toEqual(tokens.map(hashToken));
  expect([poster!.mailed_token_hash, mailed!.mailed_token_hash]).toEqual([null, hashToken(mailedToken)]);
  expect(new Set([...tokens, mailedToken]).size).toBe(3);
  const stored = JSON.stringify(await app.ctx.db.selectFrom('invitation').selectAll().execute());
  for (const token of [...tokens, mailedToken]) expect(stored).not.toContain(token);
});

test('a token has 26 characters that are told apart on paper, and another secret or version gives another one', () => {
  const id = newId();
  const token = app.ctx.tokens.signInvitation(id, 1, 'shared');
  expect(token).toMatch(/^[2-9a-km-np-z]{26}$/);
  expect(app.ctx.tokens.signInvitation(id, 1, 'shared')).toBe(token);
  expect(app.ctx.tokens.signInvitation(id, 2, 'shared')).not.toBe(token);
  const other = createTokenSigner('another secret that only tests use, 32+ bytes');
  expect(other.signInvitation(id, 1, 'shared')).not.toBe(token);
});

test('five thousand at once, in the order given', async () => {
  const importId = newId();
  await app.ctx.db
    .insertInto('member_import')
    .values({
      id: importId,
      club_id: await createClub(app),
      file_name: 'list.csv',
      line_count: 5_000,
      invitation_count: 5_000,
      mail_count: 0,
    })
    .execute();
  const wanted = Array.from({ length: 5_000 }, (_, index) => ({
    role: 'member' as const,
    first_name: `Child ${index}`,
    expires_at,
  }));
  const { ids, rows } = await create(wanted, importId);
  expect(ids).toHaveLength(5_000);
  expect(rows.map((row) => row?.first_name)).toEqual(wanted.map(({ first_name }) => first_name));
  expect(rows.every((row) => row?.import_id === importId)).toBe(true);
});

test('a deleted club takes its invitations along', async () => {
  const { clubId, ids } = await create([{ role: 'member', expires_at }]);
  await app.ctx.db
    .insertInto('invitation_acceptance')
    .values({ invitation_id: ids[0]!, user_id: newId() })
    .execute();
  await app.ctx.db.deleteFrom('club').where('id', '=', clubId).execute();
  const left = await app.ctx.db
    .selectFrom('invitation_acceptance')
    .select('user_id')
    .where('invitation_id', '=', ids[0]!)
    .execute();
  expect(left).toEqual([]);
});
