import { expect, test } from 'vitest';
import { type KeyScope, keyScopes } from '#server/contract/key-scopes.ts';
import {
  byKey,
  type ClubFacts,
  type ClubPersonFacts,
  type EventFacts,
  type GalleryFacts,
  mayDo,
  type RoleGrant,
  targetRules,
  type UserFacts,
  type Viewer,
  type ViewerAction,
  viewerRules,
} from '#server/contract/permissions.ts';

/** Role x action x ownership x membership x visibility, as a table one can read and object to. */
const club = 'the-club';
const grants: Record<string, RoleGrant[]> = {
  member: [],
  'photographer here': [{ role_name: 'photographer', club_id: club }],
  photographer: [{ role_name: 'photographer', club_id: null }],
  'club_admin here': [{ role_name: 'club_admin', club_id: club }],
  club_admin: [{ role_name: 'club_admin', club_id: null }],
  admin: [{ role_name: 'admin', club_id: null }],
  superuser: [{ role_name: 'superuser', club_id: null }],
};
const people: { name: string; viewer: Viewer }[] = Object.entries(grants).map(([name, list]) => ({
  name,
  viewer: { id: 'me', grants: list },
}));
/** Of accounts that have every role. */
const allGrants = Object.values(grants).flat();
const keyOf = (scope: KeyScope, galleryId: string | null = null) =>
  byKey<Viewer>({ id: 'me', grants: allGrants }, { id: 'key', scope, galleryId });
const viewers = [
  ...people,
  ...keyScopes.map((scope) => ({ name: `key: ${scope}`, viewer: keyOf(scope) })),
  { name: 'key: one gallery', viewer: keyOf('upload', 'the-gallery') },
];

const galleryFacts = (facts: Partial<GalleryFacts>): GalleryFacts => ({
  visibility: 'private',
  isCreator: false,
  isPhotographer: false,
  isPhotographerHere: false,
  isAddedUser: false,
  isInClub: false,
  isClubAdminHere: false,
  isBesideKey: false,
  ...facts,
});
const galleries: Record<string, GalleryFacts> = {
  'private, stranger': galleryFacts({}),
  'private, in club': galleryFacts({ isInClub: true }),
  'private, administers its club': galleryFacts({ isInClub: true, isClubAdminHere: true }),
  'club_restricted, administers its club': galleryFacts({
    visibility: 'club_restricted',
    isInClub: true,
    isClubAdminHere: true,
  }),
  'private, added': galleryFacts({ isAddedUser: true }),
  'private, its photographer': galleryFacts({ isPhotographer: true, isPhotographerHere: true }),
  'its photographer, role taken': galleryFacts({ isPhotographer: true }),
  'private, its creator': galleryFacts({ isCreator: true, isPhotographerHere: true }),
  'its creator, role taken': galleryFacts({ isCreator: true }),
  'private, creator and photographer': galleryFacts({
    isCreator: true,
    isPhotographer: true,
    isPhotographerHere: true,
  }),
  'creator and photographer, role taken': galleryFacts({ isCreator: true, isPhotographer: true }),
  // What is left of each of them when belonging has ended: hasEndedHere() takes creator and photographer away.
  'its creator, left or removed': galleryFacts({}),
  'club_restricted, its creator, left or removed': galleryFacts({ visibility: 'club_restricted' }),
  'public, its creator, left or removed': galleryFacts({ visibility: 'public' }),
  'its photographer, role ended, global role kept': galleryFacts({ isPhotographerHere: true }),
  'public, administers its club': galleryFacts({
    visibility: 'public',
    isInClub: true,
    isClubAdminHere: true,
  }),
  'creator and photographer, beside the key': galleryFacts({
    isCreator: true,
    isPhotographer: true,
    isPhotographerHere: true,
    isBesideKey: true,
  }),
  'its club administrator, removed': galleryFacts({}),
  'club_restricted, stranger': galleryFacts({ visibility: 'club_restricted' }),
  'club_restricted, in club': galleryFacts({ visibility: 'club_restricted', isInClub: true }),
  'public, stranger': galleryFacts({ visibility: 'public' }),
};
const clubFacts = (facts: Partial<ClubFacts>): ClubFacts => ({
  isClubAdmin: false,
  isMember: false,
  isPhotographerHere: false,
  takesClaims: true,
  ...facts,
});
const clubs: Record<string, ClubFacts> = {
  'foreign club': clubFacts({}),
  'own club': clubFacts({ isMember: true }),
  'own club without claims': clubFacts({ isMember: true, takesClaims: false }),
  'photographed club': clubFacts({ isPhotographerHere: true }),
  'administered club': clubFacts({ isClubAdmin: true }),
  'administered club, removed': clubFacts({}),
};
const clubPeople: Record<string, ClubPersonFacts> = {
  'of a club': { isSelf: false, isGuardian: false },
  oneself: { isSelf: true, isGuardian: false },
  'in own care': { isSelf: false, isGuardian: true },
};
const events: Record<string, EventFacts> = {
  'foreign event': { isCreator: false, isPhotographerHere: false, isClubAdminHere: false },
  'own event': { isCreator: true, isPhotographerHere: false, isClubAdminHere: false },
  'own event, left or removed': { isCreator: false, isPhotographerHere: false, isClubAdminHere: false },
  'event to photograph': { isCreator: false, isPhotographerHere: true, isClubAdminHere: false },
  'event of the own club': { isCreator: false, isPhotographerHere: false, isClubAdminHere: true },
};
const users: Record<string, UserFacts> = { 'somebody else': { isSelf: false }, oneself: { isSelf: true } };

const mark = (allowed: boolean) => (allowed ? 'yes' : '-');
const pad = (cells: string[]) =>
  [cells[0]?.padEnd(62), ...cells.slice(1).map((cell) => cell.padEnd(18))].join('').trimEnd();

function rows<F>(
  noun: string,
  situations: Record<string, F>,
  rules: Record<string, (viewer: Viewer, facts: F) => boolean>,
): string[] {
  return Object.entries(rules).flatMap(([action, rule]) =>
    Object.entries(situations).map(([situation, facts]) =>
      pad([`${noun}.${action} (${situation})`, ...viewers.map(({ viewer }) => mark(rule(viewer, facts)))]),
    ),
  );
}

test('who may do what', async () => {
  const table = [
    pad(['', ...viewers.map(({ name }) => name)]),
    ...(Object.keys(viewerRules) as ViewerAction[]).map((action) =>
      pad([action, ...viewers.map(({ viewer }) => mark(mayDo(viewer, action)))]),
    ),
    ...rows('user', users, targetRules.user),
    ...rows('club', clubs, targetRules.club),
    ...rows('clubPerson', clubPeople, targetRules.clubPerson),
    ...rows('event', events, targetRules.event),
    ...rows('gallery', galleries, targetRules.gallery),
  ].join('\n');
  await expect(table).toMatchFileSnapshot('permissions.matrix.txt');
});
