import type { QueryClient } from '@tanstack/react-query';
import { auditWanted } from '#client/features/audit/api/list-audit.ts';
import { membersInput, onlyCount } from '#client/features/clubs/api/club-members.ts';
import { clubsWanted, everyClub } from '#client/features/clubs/api/list-clubs.ts';
import { eventsWanted, nextEvents } from '#client/features/events/api/list-events.ts';
import { galleriesWanted, latestGalleries } from '#client/features/galleries/api/list-galleries.ts';
import { notificationsInput } from '#client/features/notifications/api/list-notifications.ts';
import { photosOf } from '#client/features/photos/api/list-photos.ts';
import { activeJobs, recentJobs } from '#client/features/recognition-admin/api/jobs.ts';
import { usersWanted } from '#client/features/users/api/manage-users.ts';
import { isGlobalAdmin } from '#client/lib/roles.ts';
import { getSession } from '#client/lib/session.ts';
import type { Utils } from '#client/lib/trpc.ts';
import { can } from '#client/lib/use-can.ts';
import { infiniteListQuery } from '#client/lib/use-infinite-list.ts';
import { infinitePhotos } from '#client/lib/use-infinite-photos.ts';
import type { Filters } from '#client/lib/use-url-filters.ts';
import type { User } from '#server/contract/schemas/users.ts';

/** The router context. */
export interface Reach {
  utils: Utils;
  queries: QueryClient;
}

interface Coming extends Reach {
  user: User;
  filters: Filters;
  /** The id in the path, if there is one. */
  id: string;
}
type Ask = (coming: Coming) => void;

/** Only what is missing: what is here is shown at once, and the screen brings it up to date itself. */
const once = { staleTime: Number.POSITIVE_INFINITY };

/**
 * What a screen will ask for first. It is asked when somebody comes near a link (pointer, finger or focus), and beside
 * the code of the screen when it opens. The questions are those of the screen's own hooks, so their answers are shared.
 */
const screens = {
  dashboard: ({ utils, user }) => {
    void utils.stats.dashboard.prefetch(undefined, once);
    if (isGlobalAdmin(user)) void utils.stats.firstSteps.prefetch(undefined, once);
    void utils.galleries.list.prefetch(latestGalleries, once);
    void utils.events.list.prefetch(nextEvents(), once);
  },
  notifications: ({ utils, filters }) =>
    void utils.notifications.list.prefetch(notificationsInput(filters), once),
  clubs: ({ utils, filters }) => void utils.clubs.list.prefetch(clubsWanted(filters), once),
  myClubs: ({ utils, user }) => void utils.users.adminClubs.prefetch({ id: user.id }, once),
  manageClub: ({ utils, id, filters }) => {
    void utils.clubs.get.prefetch({ id }, once);
    void utils.clubs.members.prefetch({ id, ...membersInput(filters) }, once);
    void utils.clubs.requests.prefetch({ id, ...onlyCount }, once);
  },
  events: ({ utils, user, filters }) => {
    void utils.events.list.prefetch(eventsWanted(filters, can(user, 'event.create')), once);
    void utils.clubs.list.prefetch(everyClub, once);
  },
  manageEvent: ({ utils, id }) => void utils.events.get.prefetch({ id }, once),
  users: ({ utils, filters }) => {
    void utils.users.list.prefetch(usersWanted(filters), once);
    void utils.clubs.list.prefetch(everyClub, once);
  },
  galleries: ({ utils, filters }) => {
    void utils.galleries.list.prefetch(galleriesWanted(filters), once);
    void utils.clubs.list.prefetch(everyClub, once);
  },
  gallery: ({ utils, queries, id, filters }) => {
    void utils.galleries.get.prefetch({ id }, once);
    void utils.faces.people.prefetch({ id }, once);
    void utils.faces.summary.prefetch({ id }, once);
    void queries.prefetchInfiniteQuery({
      ...infiniteListQuery(infinitePhotos(photosOf(utils, id, filters.person))),
      ...once,
    });
  },
  manageGallery: ({ utils, id }) => void utils.galleries.get.prefetch({ id }, once),
  admin: ({ utils, filters }) => {
    void utils.stats.admin.prefetch(undefined, once);
    void utils.faceAdmin.jobsSummary.prefetch(undefined, once);
    void utils.audit.list.prefetch(auditWanted(filters), once);
  },
  recognitionAdmin: ({ utils }) => {
    void utils.faceAdmin.jobsSummary.prefetch(undefined, once);
    void utils.faceAdmin.activeJobs.prefetch(activeJobs, once);
    void utils.faceAdmin.recentJobs.prefetch(recentJobs, once);
    void utils.faceAdmin.settings.prefetch(undefined, once);
  },
} satisfies Record<string, Ask>;

export type Question = keyof typeof screens;

export interface LoaderInput {
  context: Reach;
  params: Record<string, string>;
  location: { search: object };
  cause: 'preload' | 'enter' | 'stay';
}

/** Called by each route's loader. It does not wait for the answers: the screen opens at once. */
export function foresee(name: Question, coming: LoaderInput): void {
  const { user } = getSession();
  // A filter or a turned photo is the business of the screen that is open already.
  if (!user || coming.cause === 'stay') return;
  const [id = ''] = Object.values(coming.params);
  const ask: Ask = screens[name];
  ask({ ...coming.context, user, filters: coming.location.search as Filters, id });
}
