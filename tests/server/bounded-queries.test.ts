import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingQueries } from '#server/db/query-counter.ts';
import { listNotifications } from '#server/features/accounts/notifications/notifications.repository.ts';
import { listUsers } from '#server/features/accounts/users/users.repository.ts';
import { listClubs } from '#server/features/clubs/clubs/clubs.repository.ts';
import { listMembers } from '#server/features/clubs/clubs/members.repository.ts';
import {
  listStorageOfClubs,
  listStorageOfGalleries,
  listStorageOfPhotographers,
} from '#server/features/clubs/storage-usage/list-storage-usage.repository.ts';
import { faceSummary, listPeople } from '#server/features/faces/gallery-people/gallery-people.repository.ts';
import { namesForSignedIn } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import {
  getAnalysesSummary,
  listActiveAnalyses,
  listRecentAnalyses,
} from '#server/features/faces/recognition/photo-analysis-reports.repository.ts';
import { listEvents } from '#server/features/galleries/events/events.repository.ts';
import { findGallery, listGalleries } from '#server/features/galleries/galleries/galleries.repository.ts';
import { loadGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { listPhotos } from '#server/features/galleries/photos/photos.repository.ts';
import { listClubPeople } from '#server/features/people/club-people/club-people.repository.ts';
import { listChildrenOf } from '#server/features/people/family/family.repository.ts';
import { readFamily } from '#server/features/people/family/read-family.ts';
import { listInvitations } from '#server/features/people/invitations/invitations.repository.ts';
import { listImports } from '#server/features/people/member-imports/member-imports.repository.ts';
import { listAudit } from '#server/features/platform/audit/audit.repository.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { createClubPerson, createGuardian } from '#tests/support/families.ts';
import { invite } from '#tests/support/invitations.ts';
import { importList, listOf } from '#tests/support/member-lists.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let viewer: Actor & { grants: [] };
let head: Actor;
let club: string;
let gallery: string;

/** Adds clubs, events, galleries, photos, faces and people to the world. */
async function grow(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const user = await createActor(app);
    await addMember(app, club, user.id);
    await invite(head, club);
    await createGuardian(app, club, await createClubPerson(app, club));
    await createClubPerson(app, club, { user_id: user.id });
    await importList(head, club, listOf(`Ada;Number${i};;`, `Ben;Number${i};;`));
    const event = await createEvent(app, [await createClub(app)]);
    await createGallery(app, { event, visibility: 'public' });
    const photo = await createPhotoOf(app, gallery, ['anna', 'ben']);
    await groupByHand(app, gallery, [[photo.faces.anna!], [photo.faces.ben!]]);
  }
}

beforeAll(async () => {
  app = await startTestApp();
  viewer = { ...(await createActor(app)), grants: [] };
  club = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }]);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), visibility: 'public' });
  await grow(2);
});
afterAll(() => app.close());

const page = { limit: 100, offset: 0 };

/** How many statements each list and gallery call sends. */
async function statements(): Promise<Record<string, number>> {
  const { db, taken } = countingQueries(app.ctx.db);
  const calls: Record<string, () => Promise<unknown>> = {
    clubs: () => listClubs(db, viewer, page),
    members: () => listMembers(db, club, page),
    invitations: () => listInvitations(db, club, page, new Date()),
    memberImports: () => listImports(db, club, page),
    users: () => listUsers(db, page, 'administration'),
    events: () => listEvents(db, viewer, '2026-01-01', page),
    galleries: () => listGalleries(db, viewer, '2026-01-01', page),
    gallery: () => findGallery(db, viewer, '2026-01-01', gallery),
    photos: () => listPhotos(db, { gallery_id: gallery, audience: 'readers', ...page }),
    people: async () => {
      const { facts } = await loadGallery(app.ctx, viewer, gallery);
      const names = await namesForSignedIn(db, viewer, { id: gallery, facts }, app.ctx.clock);
      return listPeople(db, gallery, { includeHidden: false, audience: 'readers' }, names);
    },
    clubPeople: () => listClubPeople(db, club, page, '2026-01-01'),
    ending: () => listChildrenOf(db, club, [viewer.id, head.id], '2026-01-01'),
    family: () => readFamily(db, viewer.id, '2026-01-01', 'en'),
    faceSummary: () => faceSummary(db, gallery, 'readers'),
    analysesSummary: () => getAnalysesSummary(db, new Date()),
    activeAnalyses: () => listActiveAnalyses(db, 100),
    recentAnalyses: () => listRecentAnalyses(db, 20),
    notifications: () => listNotifications(db, viewer, page),
    audit: () => listAudit(db, page),
    storageOfClubs: () => listStorageOfClubs(db, page),
    storageOfGalleries: () => listStorageOfGalleries(db, page),
    storageOfPhotographers: () => listStorageOfPhotographers(db, page),
  };
  const counts: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) {
    await call();
    counts[name] = taken();
  }
  return counts;
}

test('the number of statements of a list does not grow with the data', async () => {
  const small = await statements();
  await grow(10);
  expect(await statements()).toEqual(small);
  // The page of the family is six lists in one answer.
  const { family, ...lists } = small;
  expect(family).toBe(6);
  expect(Math.max(...Object.values(lists))).toBeLessThanOrEqual(4);
});
