import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { installationSettingsQuery } from '#client/features/accounts/installation-settings/api/installation-settings.ts';
import {
  notificationsInput,
  notificationsQuery,
} from '#client/features/accounts/notifications/api/list-notifications.ts';
import { usersInput, usersQuery } from '#client/features/accounts/users/api/manage-users.ts';
import { adminStatsQuery } from '#client/features/administration/admin/api/admin-stats.ts';
import { backupStatusQuery } from '#client/features/administration/backups/api/backup-status.ts';
import {
  dashboardStatsQuery,
  firstStepsQuery,
  waitingQuery,
} from '#client/features/administration/dashboard/api/stats.ts';
import {
  membersInput,
  membersQuery,
  onlyCount,
  requestsQuery,
} from '#client/features/clubs/clubs/api/club-members.ts';
import { adminClubsQuery, clubQuery } from '#client/features/clubs/clubs/api/get-club.ts';
import { clubsInput, clubsQuery } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { storageOfClubsQuery } from '#client/features/clubs/storage-usage/api/storage-usage.ts';
import { peopleQuery } from '#client/features/faces/gallery-people/api/list-people.ts';
import {
  activeAnalysesQuery,
  analysesSummaryQuery,
  recentAnalysesQuery,
} from '#client/features/faces/recognition/api/analyses.ts';
import { faceSettingsQuery } from '#client/features/faces/recognition/api/face-settings.ts';
import { eventQuery } from '#client/features/galleries/events/api/get-event.ts';
import { countOfClub, eventsInput, eventsQuery } from '#client/features/galleries/events/api/list-events.ts';
import { galleryQuery } from '#client/features/galleries/galleries/api/get-gallery.ts';
import { galleriesInput, galleriesQuery } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { deletedPhotoList } from '#client/features/galleries/photos/api/deleted-photos.ts';
import { photoList, shownBy } from '#client/features/galleries/photos/api/list-photos.ts';
import { recognitionSummaryQuery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { invitationsQuery, onlyOpenCount } from '#client/features/people/invitations/api/invitations.ts';
import { importsQuery } from '#client/features/people/member-imports/api/member-imports.ts';
import { auditInput, auditQuery } from '#client/features/platform/audit/api/list-audit.ts';
import { guestPhotosQuery } from '#client/features/sharing/guest-photos/api/guest-photos.ts';
import { takedownsQuery } from '#client/features/sharing/takedowns/api/takedowns.ts';
import { can } from '#client/hooks/use-can.ts';
import { infiniteListQuery, infinitePhotos } from '#client/hooks/use-infinite-list.ts';
import { withToday } from '#client/hooks/use-today.ts';
import type { Filters } from '#client/hooks/use-url-filters.ts';
import { answersRequests, isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { getSession } from '#client/lib/session.ts';
import type { Utils } from '#client/lib/trpc.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { latestGalleriesInput } from './routes/dashboard/latest-galleries-input.ts';
import { nextEventsInput } from './routes/dashboard/next-events-input.ts';

/** The router context. */
export interface RouterContext {
  utils: Utils;
  queries: QueryClient;
}

/** A query that is already in the cache is not prefetched: the screen shows it and refetches it itself. */
const onlyMissing = { staleTime: Number.POSITIVE_INFINITY };

interface PrefetchInput extends RouterContext {
  user: User;
  filters: Filters;
  /** The id in the path, if there is one. */
  id: string;
  prefetch: <Data, Err, Selected, Key extends QueryKey>(
    options: FetchQueryOptions<Data, Err, Selected, Key>,
  ) => void;
}

/**
 * The first queries of each screen. They run when a link to it is hovered, touched or focused, and in parallel with
 * the download of its script. The query options are those of the screen's hooks, so the cache is shared.
 */
const screens = {
  dashboard: ({ utils, user, prefetch }) => {
    prefetch(dashboardStatsQuery(utils));
    if (isGlobalAdmin(user)) prefetch(firstStepsQuery(utils));
    if (answersRequests(user)) prefetch(waitingQuery(utils));
    prefetch(galleriesQuery(utils, latestGalleriesInput));
    void withToday(utils, (today) => prefetch(eventsQuery(utils, nextEventsInput(today))));
  },
  notifications: ({ utils, filters, prefetch }) =>
    prefetch(notificationsQuery(utils, notificationsInput(filters))),
  clubs: ({ utils, filters, prefetch }) => prefetch(clubsQuery(utils, clubsInput(filters))),
  myClubs: ({ utils, user, prefetch }) => {
    prefetch(adminClubsQuery(utils, user.id));
    prefetch(waitingQuery(utils));
  },
  manageClub: ({ utils, id, filters, user, prefetch }) => {
    prefetch(clubQuery(utils, id));
    prefetch(membersQuery(utils, id, membersInput(filters)));
    prefetch(requestsQuery(utils, id, onlyCount));
    prefetch(invitationsQuery(utils, id, onlyOpenCount));
    if (can(user, 'event.create')) prefetch(eventsQuery(utils, countOfClub(id)));
  },
  importMembers: ({ utils, id, prefetch }) => {
    prefetch(clubQuery(utils, id));
    prefetch(importsQuery(utils, id));
  },
  events: ({ utils, user, filters, prefetch }) => {
    void withToday(utils, (today) =>
      prefetch(eventsQuery(utils, eventsInput(filters, can(user, 'event.create'), today))),
    );
    prefetch(clubsQuery(utils));
  },
  manageEvent: ({ utils, id, prefetch }) => prefetch(eventQuery(utils, id)),
  users: ({ utils, filters, prefetch }) => {
    prefetch(usersQuery(utils, usersInput(filters)));
    prefetch(clubsQuery(utils));
  },
  galleries: ({ utils, filters, prefetch }) => {
    prefetch(galleriesQuery(utils, galleriesInput(filters)));
    prefetch(clubsQuery(utils));
  },
  gallery: ({ utils, queries, id, filters, prefetch }) => {
    prefetch(galleryQuery(utils, id));
    prefetch(peopleQuery(utils, id));
    prefetch(recognitionSummaryQuery(utils, id));
    const photos = infiniteListQuery(infinitePhotos(photoList(utils, id, shownBy(filters))));
    void queries.prefetchInfiniteQuery({ ...photos, ...onlyMissing });
  },
  takedowns: ({ utils, id, prefetch }) => {
    prefetch(galleryQuery(utils, id));
    prefetch(takedownsQuery(utils, id));
  },
  guestPhotos: ({ utils, id, prefetch }) => {
    prefetch(galleryQuery(utils, id));
    prefetch(guestPhotosQuery(utils, id));
  },
  deletedPhotos: ({ utils, queries, id, prefetch }) => {
    prefetch(galleryQuery(utils, id));
    const photos = infiniteListQuery(infinitePhotos(deletedPhotoList(utils, id)));
    void queries.prefetchInfiniteQuery({ ...photos, ...onlyMissing });
  },
  manageGallery: ({ utils, id, prefetch }) => prefetch(galleryQuery(utils, id)),
  admin: ({ utils, filters, prefetch }) => {
    prefetch(adminStatsQuery(utils));
    prefetch(analysesSummaryQuery(utils));
    prefetch(backupStatusQuery(utils));
    prefetch(auditQuery(utils, auditInput(filters)));
  },
  recognition: ({ utils, prefetch }) => {
    prefetch(analysesSummaryQuery(utils));
    prefetch(activeAnalysesQuery(utils));
    prefetch(recentAnalysesQuery(utils));
    prefetch(faceSettingsQuery(utils));
  },
  installationSettings: ({ utils, prefetch }) => prefetch(installationSettingsQuery(utils)),
  storage: ({ utils, queries }) =>
    void queries.prefetchInfiniteQuery({ ...storageOfClubsQuery(utils), ...onlyMissing }),
} satisfies Record<string, (input: PrefetchInput) => void>;

export type PrefetchedScreen = keyof typeof screens;

export interface LoaderInput {
  context: RouterContext;
  params: Record<string, string>;
  location: { search: object };
  cause: 'preload' | 'enter' | 'stay';
}

/** Called by each route's loader. It does not wait for the answers: the screen opens at once. */
export function prefetchScreen(
  name: PrefetchedScreen,
  { context, params, location, cause }: LoaderInput,
): void {
  const { user } = getSession();
  // Skip when only search params changed.
  if (!user || cause === 'stay') return;
  const [id = ''] = Object.values(params);
  const run: (input: PrefetchInput) => void = screens[name];
  run({
    ...context,
    user,
    filters: location.search as Filters,
    id,
    prefetch: (options) => void context.queries.prefetchQuery({ ...options, ...onlyMissing }),
  });
}
