import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { addMember, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

type Gallery = {
  id: string;
  name: string;
  club_ids: string[];
  visibility: string;
  photo_count: number;
  cover_photo_id: string | null;
  preview_photo_id: string | null;
  permissions: Record<string, boolean>;
};

describe('access to a gallery', () => {
  test('access: inherited and additional clubs, individual users; withdrawn access ends at once', async () => {
    const [a, b] = [await createClub(app, 'Home'), await createClub(app, 'Guests')];
    const owner = await createActor(app, ['photographer']);
    const guest = await createActor(app);
    const friend = await createActor(app);
    await addMember(app, b, guest.id);
    const id = await createGallery(app, { event: await createEvent(app, [a]), createdBy: owner.id });
    expect((await guest.call('GET', `/galleries/${id}`)).body.message).toBe(
      "You don't have access to this gallery.",
    );
    type Access = {
      event_clubs: { id: string }[];
      additional_clubs: { id: string }[];
      accessible_clubs: { id: string }[];
      users: { id: string; name: string }[];
    };
    const set = await owner.call<Access>('POST', `/galleries/${id}/access`, {
      club_ids: [a, b],
      user_ids: [friend.id],
    });
    expect(set.body.data.event_clubs.map((c) => c.id)).toEqual([a]);
    expect(set.body.data.additional_clubs.map((c) => c.id)).toEqual([b]);
    expect(set.body.data.accessible_clubs.map((c) => c.id)).toEqual([a, b]);
    expect(set.body.data.users[0]).toMatchObject({ id: friend.id });
    expect((await guest.call('GET', `/galleries/${id}`)).status).toBe(200);
    expect((await friend.call('GET', `/galleries/${id}`)).status).toBe(200);
    await owner.call('POST', `/galleries/${id}/access`, { club_ids: [], user_ids: [] });
    expect((await guest.call('GET', `/galleries/${id}`)).status).toBe(403);
    expect((await friend.call('GET', `/galleries/${id}/access`)).status).toBe(403);
  });

  test('what may not be left, given or taken is refused whole', async () => {
    const [home, away] = [await createClub(app), await createClub(app)];
    const owner = await createActor(app, ['photographer']);
    const retired = await createActor(app, ['photographer']);
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', retired.id).execute();
    const bare = await createEvent(app);
    const { id } = (
      await owner.call<Gallery>('POST', '/galleries', {
        name: 'G',
        event_id: bare,
        photographer_id: owner.id,
        club_ids: [home],
      })
    ).body.data;
    const before = (await owner.call<Gallery>('GET', `/galleries/${id}`)).body.data;
    const refusals: [method: string, path: string, body: object, status: number, code: string][] = [
      ['PUT', '', { name: 'H', club_ids: [] }, 422, 'gallery_needs_club'],
      ['POST', '/access', { club_ids: [] }, 422, 'gallery_needs_club'],
      ['PUT', '', { name: 'H', club_ids: [newId()] }, 404, 'club_not_found'],
      ['POST', '/access', { club_ids: [home, newId()] }, 404, 'club_not_found'],
      ['POST', '/access', { club_ids: [away], user_ids: [newId()] }, 404, 'user_not_found'],
      ['PUT', '', { name: 'H', photographer_id: retired.id }, 422, 'gallery_photographer_invalid'],
      ['PUT', '', { name: 'H', event_id: newId() }, 404, 'event_not_found'],
    ];
    for (const [method, path, body, status, code] of refusals) {
      const answer = await owner.call(method, `/galleries/${id}${path}`, body);
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
    }
    expect((await owner.call<Gallery>('GET', `/galleries/${id}`)).body.data).toEqual(before);
  });
});
