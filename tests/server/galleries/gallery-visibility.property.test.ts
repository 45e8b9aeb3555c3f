/** @module-tag long */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyScopes } from '#server/contract/key-scopes.ts';
import {
  byKey,
  type RoleGrant,
  targetRules,
  type Viewer,
  type ViewerKey,
} from '#server/contract/permissions.ts';
import { findEvent } from '#server/features/galleries/events/events.repository.ts';
import { listGalleries } from '#server/features/galleries/galleries/galleries.repository.ts';
import { allowedGalleryIds, loadGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { newId } from '#server/ids.ts';
import { decidesGuestPhotos, decidesTakedowns } from '#server/visibility/photo-visibility.sql.ts';
import {
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();

const index = (max: number) => fc.integer({ min: 0, max: max - 1 });
const world = fc.record({
  members: fc.array(fc.tuple(index(3), index(5), fc.constantFrom('approved' as const, 'pending' as const)), {
    maxLength: 6,
  }),
  /** Who left a club, or whose rights the club ended; some of them are members of it again. */
  ended: fc.array(fc.tuple(index(3), index(5)), { maxLength: 4 }),
  endedInGallery: fc.array(fc.tuple(index(6), index(5)), { maxLength: 2 }),
  heads: fc.array(fc.tuple(index(3), index(5)), { maxLength: 3 }),
  eventClubs: fc.array(fc.tuple(index(2), index(3)), { maxLength: 4 }),
  galleries: fc.array(
    fc.record({
      event: index(2),
      visibility: fc.constantFrom('private' as const, 'club_restricted' as const, 'public' as const),
      creator: fc.option(index(5)),
      photographer: fc.option(index(5)),
      clubs: fc.uniqueArray(index(3), { maxLength: 2 }),
      users: fc.uniqueArray(index(5), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  admin: fc.option(index(5)),
});

const decidesInSql = (viewer: Viewer, id: string) =>
  app.ctx.db
    .selectFrom('gallery')
    .select([decidesTakedowns(viewer).as('takedowns'), decidesGuestPhotos(viewer).as('guests')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('lists return, and events count, what single reads allow, for random worlds', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (plan) => {
      const actors = await Promise.all(Array.from({ length: 5 }, () => createActor(app)));
      const clubs = await Promise.all(Array.from({ length: 3 }, () => createClub(app)));
      const events = await Promise.all([createEvent(app), createEvent(app)]);
      const grants = new Map<string, RoleGrant[]>(actors.map((actor) => [actor.id, []]));
      const seen = new Set<string>();
      for (const [club, user, status] of plan.members)
        if (!seen.has(`${club} ${user}`)) {
          seen.add(`${club} ${user}`);
          await addMember(app, clubs[club]!, actors[user]!.id, status);
        }
      const give = async (userId: string, grant: RoleGrant) => {
        await app.ctx.db
          .insertInto('role_assignment')
          .values({
            id: newId(),
            user_id: userId,
            role_name: grant.role_name as 'admin',
            club_id: grant.club_id,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        grants.get(userId)?.push(grant);
      };
      for (const [club, user] of plan.heads)
        await give(actors[user]!.id, { role_name: 'club_admin', club_id: clubs[club]! });
      if (plan.admin !== null) await give(actors[plan.admin]!.id, { role_name: 'admin', club_id: null });
      for (const [event, club] of plan.eventClubs)
        await app.ctx.db
          .insertInto('event_club')
          .values({ event_id: events[event]!, club_id: clubs[club]! })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      const ids: string[] = [];
      for (const wanted of plan.galleries) {
        const person = (i: number | null) => (i === null ? null : actors[i]!.id);
        const id = await createGallery(app, {
          event: events[wanted.event]!,
          visibility: wanted.visibility,
          createdBy: person(wanted.creator),
          photographer: person(wanted.photographer),
        });
        ids.push(id);
        await createPhoto(app, id);
        for (const club of wanted.clubs)
          await app.ctx.db
            .insertInto('gallery_club')
            .values({ gallery_id: id, club_id: clubs[club]! })
            .execute();
        for (const user of wanted.users)
          await app.ctx.db
            .insertInto('gallery_user')
            .values({ gallery_id: id, user_id: actors[user]!.id })
            .execute();
      }

      for (const [club, user] of plan.ended)
        await app.ctx.db
          .insertInto('ended_belonging')
          .values({ club_id: clubs[club]!, user_id: actors[user]!.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      for (const [gallery, user] of plan.endedInGallery)
        if (ids[gallery])
          await app.ctx.db
            .insertInto('ended_in_gallery')
            .values({ gallery_id: ids[gallery], user_id: actors[user]!.id })
            .onConflict((conflict) => conflict.doNothing())
            .execute();

      const viewers = actors.flatMap((actor, i): Viewer[] => {
        const person: Viewer = { id: actor.id, grants: grants.get(actor.id) ?? [] };
        const keys: ViewerKey[] = keyScopes.map((scope) => ({ id: 'key', scope, galleryId: null }));
        const named: ViewerKey = { id: 'key', scope: 'upload', galleryId: ids[i % ids.length]! };
        return [person, ...[...keys, named].map((key) => byKey(person, key))];
      });
      for (const viewer of viewers) {
        const listed = new Set<string>();
        for (const event_id of events)
          for (const gallery of (
            await listGalleries(app.ctx.db, viewer, '2026-01-01', { event_id, limit: 500, offset: 0 })
          ).galleries)
            listed.add(gallery.id);
        const readable = new Set<string>();
        for (const id of ids) {
          const { facts } = await loadGallery(app.ctx, viewer, id);
          if (targetRules.gallery.read(viewer, facts)) readable.add(id);
          expect(await decidesInSql(viewer, id)).toEqual({
            takedowns: targetRules.gallery.decideTakedowns(viewer, facts),
            guests: targetRules.gallery.decideGuestPhotos(viewer, facts),
          });
        }
        expect(listed).toEqual(readable);
        expect(await allowedGalleryIds(app.ctx.db, viewer, ids, 'read')).toEqual(readable);
        // Of events no key is told anything.
        for (const [position, id] of viewer.key ? [] : events.entries()) {
          const event = await findEvent(app.ctx.db, viewer, '2026-01-01', id);
          const visible = plan.galleries.filter(
            (g, i) => g.event === position && readable.has(ids[i]!),
          ).length;
          expect([event?.gallery_count, event?.photo_count]).toEqual([visible, visible]);
        }
      }
    }),
    { numRuns: runs(5, 80) },
  );
});
