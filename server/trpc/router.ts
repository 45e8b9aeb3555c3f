import { backupsRouter } from '#server/backup/backups.router.ts';
import { auditRouter } from '#server/features/audit/audit.router.ts';
import { authRouter } from '#server/features/auth/auth.router.ts';
import { secondFactorRouter } from '#server/features/auth/second-factor.router.ts';
import { calendarRouter } from '#server/features/calendar/calendar.router.ts';
import { clubPeopleRouter } from '#server/features/club-people/club-people.router.ts';
import { clubsRouter } from '#server/features/clubs/clubs.router.ts';
import { erasureRouter } from '#server/features/erasure/erasure.router.ts';
import { eventsRouter } from '#server/features/events/events.router.ts';
import { familyRouter } from '#server/features/family/family.router.ts';
import { formerPeopleRouter } from '#server/features/former-people/former-people.router.ts';
import { askedClubsRouter } from '#server/features/galleries/asked-clubs.router.ts';
import { clubRightsRouter } from '#server/features/galleries/club-rights.router.ts';
import { galleriesRouter } from '#server/features/galleries/galleries.router.ts';
import { facesRouter } from '#server/features/gallery-people/faces.router.ts';
import { galleryPeopleRouter } from '#server/features/gallery-people/gallery-people.router.ts';
import { guardiansRouter } from '#server/features/guardians/guardians.router.ts';
import { guestPhotosRouter } from '#server/features/guest-photos/guest-photos.router.ts';
import { installationSettingsRouter } from '#server/features/installation-settings/installation-settings.router.ts';
import { invitationsRouter } from '#server/features/invitations/invitations.router.ts';
import { mailRouter } from '#server/features/mail/mail.router.ts';
import { memberImportsRouter } from '#server/features/member-imports/member-imports.router.ts';
import { myPhotosRouter } from '#server/features/my-photos/my-photos.router.ts';
import { notificationsRouter } from '#server/features/notifications/notifications.router.ts';
import { oidcRouter } from '#server/features/oidc/oidc.router.ts';
import { passkeysRouter } from '#server/features/passkeys/passkeys.router.ts';
import { deletedPhotosRouter } from '#server/features/photos/deleted-photos.router.ts';
import { photosRouter } from '#server/features/photos/photos.router.ts';
import { recognitionRouter } from '#server/features/recognition/recognition.router.ts';
import { familyShareLinksRouter } from '#server/features/share-links/family-share-links.router.ts';
import { openedShareLinkRouter } from '#server/features/share-links/opened-share-link.router.ts';
import { shareLinksRouter } from '#server/features/share-links/share-links.router.ts';
import { statsRouter } from '#server/features/stats/stats.router.ts';
import { storageUsageRouter } from '#server/features/storage-usage/storage-usage.router.ts';
import { takedownsRouter } from '#server/features/takedowns/takedowns.router.ts';
import { rolesRouter } from '#server/features/users/roles.router.ts';
import { usersRouter } from '#server/features/users/users.router.ts';
import { liveRouter } from '#server/live/live.router.ts';
import { createCallerFactory, router } from './trpc.ts';

/** The contents page of everything the server can be asked. */
export const appRouter = router({
  auth: authRouter,
  passkeys: passkeysRouter,
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
  galleryPeople: galleryPeopleRouter,
  myPhotos: myPhotosRouter,
  notifications: notificationsRouter,
  audit: auditRouter,
  stats: statsRouter,
  storageUsage: storageUsageRouter,
  installationSettings: installationSettingsRouter,
  mail: mailRouter,
  backups: backupsRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
