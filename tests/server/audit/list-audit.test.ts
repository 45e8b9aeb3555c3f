import { expect, test } from 'vitest';
import type { AuditEntry } from '#server/contract/schemas/users.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const entriesOf = async (admin: Actor, action: string) =>
  (await admin.call<{ entries: AuditEntry[] }>('GET', `/audit?query=${action}`)).body.data.entries;

test('names people and accounts that it keeps by ids alone, until they are erased', async () => {
  const admin = await createActor(app, ['admin']);
  const club = await createClub(app, 'TSV Nord');
  const member = await createActor(app);
  await addMember(app, club, member.id);
  const mia = await createClubPerson(app, club);
  await admin.call('POST', `/clubs/${club}/people/${mia}/guardians`, { user_id: member.id });
  expect(await entriesOf(admin, 'guardian.ask')).toMatchObject([
    { person_name: 'Mia', user_name: member.username, club_name: null, target_name: 'TSV Nord' },
  ]);
  const stored = await app.ctx.db.selectFrom('audit_entry').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/\bMia\b/);

  await admin.call('DELETE', `/clubs/${club}/people/${mia}`);
  await app.ctx.db.deleteFrom('app_user').where('id', '=', member.id).execute();
  expect(await entriesOf(admin, 'guardian.ask')).toMatchObject([
    { person_name: null, user_name: null, params: { club_person_id: mia, user_id: member.id } },
  ]);
});

test('says in which club a role holds, and what was changed', async () => {
  const admin = await createActor(app, ['superuser', 'admin']);
  const club = await createClub(app, 'TV Süd');
  const member = await createActor(app);
  const grant = { role_name: 'photographer', club_id: club, user_id: member.id };
  await admin.call('POST', `/users/${member.id}/roles`, grant);
  expect(await entriesOf(admin, 'role.grant')).toMatchObject([{ club_name: 'TV Süd', user_name: null }]);

  await admin.call('PUT', `/clubs/${club}`, { name: 'TV Südstadt', description: 'Since 1921' });
  expect(await entriesOf(admin, 'club.update')).toMatchObject([
    {
      target_name: 'TV Süd',
      params: { fields: ['name', 'description'], name: { from: 'TV Süd', to: 'TV Südstadt' } },
    },
  ]);
  expect((await entriesOf(admin, 'club.update'))[0]!.params).not.toHaveProperty('description');
  await admin.call('PUT', `/users/${member.id}`, { first_name: 'Ada', is_active: false });
  expect((await entriesOf(admin, 'user.update'))[0]!.params).toEqual({
    fields: ['first_name', 'is_active'],
    is_active: { from: true, to: false },
  });
});
