import { beforeAll, expect, test } from 'vitest';
import { isPhotographerFor } from '#server/contract/permissions.ts';
import type { PhotographerChoice } from '#server/contract/schemas/galleries.ts';
import { type Actor, createActor, createClub, createEvent } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let clubs: string[];
let viewers: Actor[];
let everybody: Actor[];
let event: string;

beforeAll(async () => {
  clubs = [await createClub(app), await createClub(app), await createClub(app)];
  event = await createEvent(app, [clubs[0]!]);
  const here = { role: 'photographer' as const, club: clubs[0]! };
  const retired = await createActor(app, ['photographer']);
  await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', retired.id).execute();
  viewers = [
    await createActor(app, ['admin']),
    await createActor(app, ['photographer']),
    await createActor(app, [here]),
  ];
  everybody = [
    ...viewers,
    retired,
    await createActor(app),
    await createActor(app, [{ role: 'photographer', club: clubs[1]! }]),
    await createActor(app, [{ role: 'photographer', club: clubs[2]! }]),
    await createActor(app, [
      { role: 'photographer', club: clubs[1]! },
      { role: 'photographer', club: clubs[2]! },
    ]),
    await createActor(app, [{ role: 'club_admin', club: clubs[0]! }]),
  ];
});

test('the photographers that are offered are those that the server accepts, to everybody who may create galleries', async () => {
  for (const viewer of viewers) {
    const { body } = await viewer.call<{ photographers: PhotographerChoice[] }>(
      'GET',
      '/galleries/photographers',
    );
    for (const further of [[], [clubs[1]!], [clubs[2]!]]) {
      const offered = new Set(
        body.data.photographers
          .filter(({ id, club_ids }) => {
            const held = club_ids ?? [null];
            const grants = held.map((club_id) => ({ role_name: 'photographer' as const, club_id }));
            // A club that is only asked counts for nothing.
            const counting = viewer === viewers[2] ? [] : further;
            return isPhotographerFor({ id, grants }, [clubs[0]!, ...counting]);
          })
          .map(({ id }) => id),
      );
      for (const { id } of everybody) {
        const made = await viewer.call('POST', '/galleries', {
          name: 'Cup',
          event_id: event,
          photographer_id: id,
          club_ids: further,
        });
        expect([id, made.status]).toEqual([id, offered.has(id) ? 201 : 422]);
      }
    }
  }
  const others = [everybody[4]!, everybody[8]!];
  for (const who of others) expect((await who.call('GET', '/galleries/photographers')).status).toBe(403);
});
