import { expect, test } from 'vitest';
import { createActor, createClub, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

test('what opens photos to people outside stands in the activity log, without tokens and names', async () => {
  const owner = await createActor(app, ['photographer'], 'petra');
  const admin = await createActor(app, ['admin'], 'boss');
  const gallery = await createGallery(app, {
    event: await createEvent(app, [await createClub(app)]),
    createdBy: owner.id,
  });
  const photo = await createPhoto(app, gallery);
  const made = await owner.call<{ id: string; token: string }>('POST', `/galleries/${gallery}/links`, {
    name: 'Mias 10.',
    password: 'sommerfest',
  });
  const { id, token } = made.body.data;
  await owner.call('PUT', `/galleries/links/${id}`, { is_active: false });
  const keep = (kept: boolean | null) =>
    owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [photo], kept });
  await keep(true);
  await keep(true);
  await keep(null);
  await owner.call('DELETE', `/galleries/links/${id}`);
  await owner.call('DELETE', `/galleries/links/${id}`);
  const { body } = await admin.call<{ entries: Entry[] }>('GET', '/audit');
  const entries = body.data.entries.filter(({ target_kind }) => target_kind === 'gallery').reverse();
  expect(entries.map(({ action }) => action)).toEqual([
    'shareLink.create',
    'shareLink.update',
    'photos.leaveOut',
    'photos.takeBackChoice',
    'shareLink.delete',
  ]);
  for (const { actor_name } of entries) expect(actor_name).toMatch(/^petra/);
  expect(entries[1]!.params).toMatchObject({ is_active: { from: true, to: false } });
  expect(entries[2]!.params).toEqual({ photos: 1 });
  for (const secret of [token, 'Mias', 'sommerfest']) expect(JSON.stringify(entries)).not.toContain(secret);
});

type Entry = {
  action: string;
  actor_name: string;
  target_kind: string;
  params: Record<string, unknown>;
};
