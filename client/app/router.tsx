import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { RouteError } from '#client/components/ui/feedback/route-error.tsx';
import { closeOverlaysOnBack } from '#client/lib/close-topmost-overlay.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { NavigationProgress } from './layouts/navigation-progress.tsx';
import { SignedOutLayout } from './layouts/signed-out-layout.tsx';
import { requireRole, requireSignedIn, requireSignedOut } from './route-guards.ts';
import type { RouterContext } from './route-prefetch.ts';
import { byPage, plainQuery, searchParams } from './route-search.ts';
import { firstScreen, screen } from './screen-route.ts';

function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root });

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: SignedOutLayout,
  beforeLoad: requireSignedOut,
  validateSearch: searchParams.signIn,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: AppLayout,
  beforeLoad: requireSignedIn,
});

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

const login = createRoute({
  getParentRoute: () => signedOut,
  path: '/login',
  ...firstScreen(() => import('./routes/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => signedOut,
  path: '/register',
  ...firstScreen(() => import('./routes/register-page.tsx'), 'RegisterPage'),
});

/** The signed-out layout for pages that signed-in users may open too. */
const anyone = createRoute({
  getParentRoute: () => root,
  id: 'anyone',
  component: SignedOutLayout,
});

const forgotPassword = createRoute({
  getParentRoute: () => anyone,
  path: '/forgot-password',
  ...screen(() => import('./routes/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => anyone,
  path: '/reset-password',
  ...screen(() => import('./routes/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const confirmEmail = createRoute({
  getParentRoute: () => anyone,
  path: '/confirm-email',
  ...screen(() => import('./routes/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

const keepSecondFactor = createRoute({
  getParentRoute: () => anyone,
  path: '/keep-second-factor',
  ...screen(() => import('./routes/keep-second-factor-page.tsx'), 'KeepSecondFactorPage'),
});

const invitation = createRoute({
  getParentRoute: () => anyone,
  path: '/invitation',
  ...screen(() => import('./routes/invitation-page.tsx'), 'InvitationPage'),
});

const signedInElsewhere = createRoute({
  getParentRoute: () => anyone,
  path: '/signed-in-elsewhere',
  ...screen(() => import('./routes/signed-in-elsewhere-page.tsx'), 'SignedInElsewherePage'),
});

const unsubscribe = createRoute({
  getParentRoute: () => anyone,
  path: '/unsubscribe',
  ...screen(() => import('./routes/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const shared = createRoute({
  getParentRoute: () => root,
  path: '/gallery/shared/$token',
  validateSearch: searchParams.sharedGallery,
  ...screen(() => import('./routes/opened-share-link-page.tsx'), 'OpenedShareLinkPage'),
});

const sendPhotos = createRoute({
  getParentRoute: () => root,
  path: '/gallery/shared/$token/send',
  ...screen(() => import('./routes/send-photos-page.tsx'), 'SendPhotosPage'),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  ...firstScreen(() => import('./routes/dashboard-page.tsx'), 'DashboardPage', 'dashboard'),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  ...screen(() => import('./routes/profile-page.tsx'), 'ProfilePage'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  ...screen(() => import('./routes/settings-page.tsx'), 'SettingsPage'),
});

const myPhotos = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-photos',
  validateSearch: searchParams.myPhotos,
  ...screen(() => import('./routes/my-photos-page.tsx'), 'MyPhotosPage'),
});

const sharePhotos = createRoute({
  getParentRoute: () => signedIn,
  path: '/share-photos',
  ...screen(() => import('./routes/photos-from-other-app-page.tsx'), 'PhotosFromOtherAppPage'),
});

const addPhotos = createRoute({
  getParentRoute: () => signedIn,
  path: '/add-photos',
  ...screen(() => import('./routes/add-photos-page.tsx'), 'AddPhotosPage'),
});

const family = createRoute({
  getParentRoute: () => signedIn,
  path: '/family',
  ...screen(() => import('./routes/family-page.tsx'), 'FamilyPage'),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  validateSearch: searchParams.notifications,
  loaderDeps: byPage,
  ...screen(() => import('./routes/notifications-page.tsx'), 'NotificationsPage', 'notifications'),
});

const clubs = createRoute({
  getParentRoute: () => signedIn,
  path: '/clubs',
  validateSearch: searchParams.clubs,
  ...screen(() => import('./routes/clubs-page.tsx'), 'ClubsPage', 'clubs'),
});

const myClubs = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-clubs',
  validateSearch: searchParams.myClubs,
  beforeLoad: requireRole({ anyOf: ['club_admin'] }),
  ...screen(() => import('./routes/my-clubs-page.tsx'), 'MyClubsPage', 'myClubs'),
});

const club = createRoute({
  getParentRoute: () => signedIn,
  path: '/clubs/$clubId',
  ...screen(() => import('./routes/club-page.tsx'), 'ClubPage'),
});

const manageClub = createRoute({
  getParentRoute: () => signedIn,
  path: '/clubs/$clubId/manage',
  validateSearch: searchParams.manageClub,
  loaderDeps: byPage,
  ...screen(() => import('./routes/manage-club-page.tsx'), 'ManageClubPage', 'manageClub'),
});

const importMembers = createRoute({
  getParentRoute: () => signedIn,
  path: '/clubs/$clubId/import',
  validateSearch: searchParams.importMembers,
  ...screen(() => import('./routes/import-members-page.tsx'), 'ImportMembersPage', 'importMembers'),
});

const events = createRoute({
  getParentRoute: () => signedIn,
  path: '/events',
  validateSearch: searchParams.events,
  loaderDeps: byPage,
  ...screen(() => import('./routes/events-page.tsx'), 'EventsPage', 'events'),
});

const event = createRoute({
  getParentRoute: () => signedIn,
  path: '/events/$eventId/galleries',
  ...screen(() => import('./routes/event-page.tsx'), 'EventPage', 'manageEvent'),
});

const manageEvent = createRoute({
  getParentRoute: () => signedIn,
  path: '/events/$eventId/manage',
  validateSearch: searchParams.manageEvent,
  ...screen(() => import('./routes/manage-event-page.tsx'), 'ManageEventPage', 'manageEvent'),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  beforeLoad: requireRole({ adminOnly: true }),
  validateSearch: searchParams.users,
  loaderDeps: byPage,
  ...screen(() => import('./routes/users-page.tsx'), 'UsersPage', 'users'),
});

const galleries = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery',
  validateSearch: searchParams.galleries,
  loaderDeps: byPage,
  ...screen(() => import('./routes/galleries-page.tsx'), 'GalleriesPage', 'galleries'),
});

const gallery = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery/$galleryId',
  validateSearch: searchParams.gallery,
  ...screen(() => import('./routes/gallery-page.tsx'), 'GalleryPage', 'gallery'),
});

const takedowns = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery/$galleryId/takedowns',
  ...screen(() => import('./routes/takedowns-page.tsx'), 'TakedownsPage', 'takedowns'),
});

const guestPhotos = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery/$galleryId/guest-photos',
  ...screen(() => import('./routes/review-guest-photos-page.tsx'), 'ReviewGuestPhotosPage', 'guestPhotos'),
});

const deletedPhotos = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery/$galleryId/deleted',
  ...screen(() => import('./routes/deleted-photos-page.tsx'), 'DeletedPhotosPage', 'deletedPhotos'),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  validateSearch: searchParams.admin,
  beforeLoad: requireRole({ adminOnly: true }),
  loaderDeps: byPage,
  ...screen(() => import('./routes/admin-page.tsx'), 'AdminPage', 'admin'),
});

const recognition = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/face-recognition',
  beforeLoad: requireRole({ adminOnly: true }),
  ...screen(() => import('./routes/recognition-page.tsx'), 'RecognitionPage', 'recognition'),
});

const installationSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/settings',
  beforeLoad: requireRole({ adminOnly: true }),
  ...screen(
    () => import('./routes/installation-settings-page.tsx'),
    'InstallationSettingsPage',
    'installationSettings',
  ),
});

const storage = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/storage',
  beforeLoad: requireRole({ adminOnly: true }),
  ...screen(() => import('./routes/storage-page.tsx'), 'StoragePage', 'storage'),
});

const adminGalleries = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/gallery',
  beforeLoad: requireRole({ adminOnly: true }),
  validateSearch: searchParams.galleries,
  loaderDeps: byPage,
  ...screen(() => import('./routes/galleries-page.tsx'), 'GalleriesPage', 'galleries'),
});

const createGallery = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/gallery/create',
  validateSearch: searchParams.createGallery,
  ...screen(() => import('./routes/create-gallery-page.tsx'), 'CreateGalleryPage'),
});

const adminGallery = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/gallery/$galleryId',
  // The same gallery, at the address that everybody uses.
  beforeLoad: requireRole({ anyOf: ['photographer'] }, (href) => href.replace('/admin/', '/')),
  validateSearch: searchParams.gallery,
  ...screen(() => import('./routes/gallery-page.tsx'), 'GalleryPage', 'gallery'),
});

const manageGallery = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/gallery/$galleryId/manage',
  ...screen(() => import('./routes/manage-gallery-page.tsx'), 'ManageGalleryPage', 'manageGallery'),
});

const routeTree = root.addChildren([
  signedOut.addChildren([login, register]),
  signedIn.addChildren([
    dashboard,
    profile,
    settings,
    sharePhotos,
    addPhotos,
    family,
    myPhotos,
    notifications,
    clubs,
    myClubs,
    club,
    manageClub,
    importMembers,
    events,
    event,
    manageEvent,
    users,
    galleries,
    gallery,
    takedowns,
    guestPhotos,
    deletedPhotos,
    admin,
    recognition,
    installationSettings,
    storage,
    adminGalleries,
    createGallery,
    adminGallery,
    manageGallery,
  ]),
  anyone.addChildren([
    forgotPassword,
    resetPassword,
    confirmEmail,
    keepSecondFactor,
    invitation,
    signedInElsewhere,
    unsubscribe,
  ]),
  shared,
  sendPhotos,
  elsewhere,
]);

/** The routes on the address of the page. */
export function createAppRouter() {
  const router = createRouter({
    routeTree,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => plainQuery(search),
    // Set by App through RouterProvider.
    context: undefined as never,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    // The open photo is in the address, but the scroll position belongs to the list behind the viewer.
    getScrollRestorationKey: ({ state, href }) => state.place ?? state.__TSR_key ?? href,
  });

  closeOverlaysOnBack(
    router.history,
    () =>
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, entered: 'again' }),
        resetScroll: false,
        ignoreBlocker: true,
      }),
  );
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    place?: string | undefined;
    /** Index of the entry of the list, below that of an opened photo. */
    listAt?: number | undefined;
    /** Index of the entry before a filter was chosen. */
    unfilteredAt?: number | undefined;
    /** Entered twice for a dialog with unsaved changes. */
    entered?: 'again' | undefined;
  }
  interface Register {
    router: AppRouter;
  }
}
