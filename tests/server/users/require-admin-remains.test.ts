import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { type Actor, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

describe('the last administrator', () => {
  let a: Actor;
  let b: Actor;
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('role_assignment').execute();
    a = await createActor(app, ['superuser']);
    b = await createActor(app, ['superuser']);
  });

  test('cannot be demoted, deactivated or deleted', async () => {
    await a.call('DELETE', `/users/${b.id}/roles/superuser`);
    expect((await a.call('DELETE', `/users/${a.id}/roles/superuser`)).body.code).toBe('last_admin');
    expect((await a.call('DELETE', `/users/${a.id}`)).status).toBe(409);
    expect((await a.call('PUT', `/users/${a.id}`, { is_active: false })).status).toBe(409);
  });

  test('must be active: an account that cannot sign in does not count', async () => {
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', b.id).execute();
    expect((await a.call('DELETE', `/users/${a.id}/roles/superuser`)).body.code).toBe('last_admin');
  });

  test('does not lose two roles in the same moment, each taken because of the other', async () => {
    await a.call('DELETE', `/users/${b.id}/roles/superuser`);
    await app.ctx.db
      .insertInto('role_assignment')
      .values({ id: newId(), user_id: a.id, role_name: 'admin' })
      .execute();
    const answers = await Promise.all([
      a.call('DELETE', `/users/${a.id}/roles/superuser`),
      a.call('DELETE', `/users/${a.id}/roles/admin`),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await app.ctx.db.selectFrom('role_assignment').select('id').execute()).toHaveLength(1);
  });

  test('who is the last superuser keeps that role, beside other administrators', async () => {
    await createActor(app, ['admin']);
    await a.call('DELETE', `/users/${b.id}/roles/superuser`);
    const refused = await a.call('DELETE', `/users/${a.id}/roles/superuser`);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_superuser']);
    const leaving = await a.call('POST', '/users/profile/delete', { password: testPassword });
    expect([leaving.status, leaving.body.code]).toEqual([409, 'last_superuser']);
    await a.call('POST', `/users/${b.id}/roles`, { role_name: 'superuser' });
    expect((await a.call('DELETE', `/users/${a.id}/roles/superuser`)).status).toBe(200);
  });

  test('an installation without a superuser still loses administrators', async () => {
    await app.ctx.db.deleteFrom('role_assignment').execute();
    const [c, d] = [await createActor(app, ['admin']), await createActor(app, ['admin'])];
    expect((await c.call('DELETE', `/users/${d.id}`)).status).toBe(200);
  });

  test('when two remove each other at once, one stays', async () => {
    await Promise.all([a.call('DELETE', `/users/${b.id}`), b.call('DELETE', `/users/${a.id}`)]);
    const left = await app.ctx.db
      .selectFrom('role_assignment')
      .selectAll()
      .where('role_name', '=', 'superuser')
      .execute();
    expect(left).toHaveLength(1);
  });
});
