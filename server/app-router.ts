import { backupsRouter } from '#server/backup/backups.router.ts';
import { authRouter } from '#server/features/accounts/auth/auth.router.ts';
import { secondFactorRouter } from '#server/features/accounts/auth/second-factor.router.ts';
import { installationSettingsRouter } from '#server/features/accounts/installation-settings/installation-settings.router.ts';
import { notificationsRouter } from '#server/features/accounts/notifications/notifications.router.ts';
import { passkeysRouter } from '#server/features/accounts/passkeys/passkeys.router.ts';
import { rolesRouter } from '#server/features/accounts/users/roles.router.ts';
import { usersRouter } from '#server/features/accounts/users/users.router.ts';
import { erasureRouter } from '#server/features/administration/erasure/erasure.router.ts';
import { mailRouter } from '#server/features/administration/mail/mail.router.ts';
import { statsRouter } from '#server/features/administration/stats/stats.router.ts';
import { webPushRouter } from '#server/features/administration/web-push/web-push.router.ts';
import { calendarRouter } from '#server/features/clubs/calendar/calendar.router.ts';
import { clubsRouter } from '#server/features/clubs/clubs/clubs.router.ts';
import { storageUsageRouter } from '#server/features/clubs/storage-usage/storage-usage.router.ts';
import { cameraClocksRouter } from '#server/features/faces/camera-clocks/camera-clocks.router.ts';
import { facesRouter } from '#server/features/faces/gallery-people/faces.router.ts';
import { galleryPeopleRouter } from '#server/features/faces/gallery-people/gallery-people.router.ts';
import { myPhotosRouter } from '#server/features/faces/my-photos/my-photos.router.ts';
import { recognitionRouter } from '#server/features/faces/recognition/recognition.router.ts';
import { apiKeysRouter } from '#server/features/galleries/api-keys/api-keys.router.ts';
import { eventsRouter } from '#server/features/galleries/events/events.router.ts';
import { askedClubsRouter } from '#server/features/galleries/galleries/asked-clubs.router.ts';
import { clubRightsRouter } from '#server/features/galleries/galleries/club-rights.router.ts';
import { galleriesRouter } from '#server/features/galleries/galleries/galleries.router.ts';
import { deletedPhotosRouter } from '#server/features/galleries/photos/deleted-photos.router.ts';
import { photosRouter } from '#server/features/galleries/photos/photos.router.ts';
import { clubPeopleRouter } from '#server/features/people/club-people/club-people.router.ts';
import { familyRouter } from '#server/features/people/family/family.router.ts';
import { formerPeopleRouter } from '#server/features/people/former-people/former-people.router.ts';
import { guardiansRouter } from '#server/features/people/guardians/guardians.router.ts';
import { invitationsRouter } from '#server/features/people/invitations/invitations.router.ts';
import { memberImportsRouter } from '#server/features/people/member-imports/member-imports.router.ts';
import { oidcRouter } from '#server/features/people/oidc/oidc.router.ts';
import { auditRouter } from '#server/features/platform/audit/audit.router.ts';
import { guestPhotosRouter } from '#server/features/sharing/guest-photos/guest-photos.router.ts';
import { familyShareLinksRouter } from '#server/features/sharing/share-links/family-share-links.router.ts';
import { openedShareLinkRouter } from '#server/features/sharing/share-links/opened-share-link.router.ts';
import { shareLinksRouter } from '#server/features/sharing/share-links/share-links.router.ts';
import { takedownsRouter } from '#server/features/sharing/takedowns/takedowns.router.ts';
import { liveRouter } from '#server/live/live.router.ts';
import { createCallerFactory, router } from './trpc/trpc.ts';

// No router imports these services, but the types of the procedures need their part of AppContext.

import type {} from './features/accounts/auth/password-hasher.ts';
import type {} from './features/platform/rate-limits/rate-limits.ts';
import type {} from './jobs/queue.ts';

/** The contents page of everything the server can be asked. */
export const appRouter = router({
  auth: authRouter,
  passkeys: passkeysRouter,
  apiKeys: apiKeysRouter,
  oidc: oidcRouter,
  secondFactor: secondFactorRouter,
  users: usersRouter,
  roles: rolesRouter,
  clubs: clubsRouter,
  askedClubs: askedClubsRouter,
  clubPeople: clubPeopleRouter,
  clubRights: clubRightsRouter,
  guardians: guardiansRouter,
  family: familyRouter,
  formerPeople: formerPeopleRouter,
  erasure: erasureRouter,
  invitations: invitationsRouter,
  memberImports: memberImportsRouter,
  events: eventsRouter,
  calendar: calendarRouter,
  galleries: galleriesRouter,
  shareLinks: shareLinksRouter,
  familyShareLinks: familyShareLinksRouter,
  openedShareLink: openedShareLinkRouter,
  guestPhotos: guestPhotosRouter,
  takedowns: takedownsRouter,
  photos: photosRouter,
  deletedPhotos: deletedPhotosRouter,
  faces: facesRouter,
  recognition: recognitionRouter,
  cameraClocks: cameraClocksRouter,
  galleryPeople: galleryPeopleRouter,
  myPhotos: myPhotosRouter,
  notifications: notificationsRouter,
  audit: auditRouter,
  stats: statsRouter,
  storageUsage: storageUsageRouter,
  installationSettings: installationSettingsRouter,
  mail: mailRouter,
  webPush: webPushRouter,
  backups: backupsRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
