import { expect, type Page } from '@playwright/test';
import { failProcedure } from './fail-procedure.ts';

export interface Screen {
  name: string;
  path: string;
  /** Opens a dialog or menu of the screen. */
  open?: (page: Page) => Promise<void>;
}

export interface Things {
  gallery: { id: string };
  club: { id: string };
  event: { id: string };
  linkToken: string;
  lockedToken: string;
  invitationToken: string;
}

/** Screens without an account. */
export const publicScreens = (things: Things): Screen[] => [
  { name: 'login', path: '/login' },
  {
    name: 'login-failed',
    path: '/login',
    open: async (page) => {
      await failProcedure(page, 'auth.login');
      await page.locator('input[type="email"]').fill('anna');
      await page.locator('input[type="password"]').fill('wrong');
      await page.locator('button[type="submit"]').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'register', path: '/register' },
  { name: 'invitation', path: `/invitation#${things.invitationToken}` },
  { name: 'invitation-not-found', path: '/invitation#nothing' },
  { name: 'shared', path: `/gallery/shared/${things.linkToken}` },
  { name: 'shared-password', path: `/gallery/shared/${things.lockedToken}` },
  { name: 'shared-not-found', path: '/gallery/shared/nothing' },
  { name: 'send-photos', path: `/gallery/shared/${things.linkToken}/send` },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password#nothing' },
  { name: 'confirm-email', path: '/confirm-email#nothing' },
  { name: 'keep-second-factor', path: '/keep-second-factor#nothing' },
  { name: 'signed-in-elsewhere', path: '/signed-in-elsewhere' },
  { name: 'unsubscribe', path: '/unsubscribe#nothing' },
];

/** Screens of every signed-in user. */
export const memberScreens = (things: Things): Screen[] => [
  { name: 'dashboard', path: '/' },
  { name: 'profile', path: '/profile' },
  { name: 'settings', path: '/settings' },
  { name: 'family', path: '/family' },
  { name: 'my-photos', path: '/my-photos' },
  { name: 'photos-from-other-app', path: '/share-photos' },
  { name: 'notifications', path: '/notifications' },
  { name: 'clubs', path: '/clubs' },
  { name: 'club', path: `/clubs/${things.club.id}` },
  { name: 'events', path: '/events' },
  { name: 'event', path: `/events/${things.event.id}/galleries` },
  { name: 'galleries', path: '/gallery' },
  { name: 'invitation-signed-in', path: `/invitation#${things.invitationToken}` },
  { name: 'gallery', path: `/gallery/${things.gallery.id}` },
  { name: 'gallery-not-found', path: '/gallery/nothing' },
];

/** Screens of administrators, with their dialogs. */
export const adminScreens = (things: Things): Screen[] => [
  ...memberScreens(things),
  {
    name: 'viewer',
    path: `/gallery/${things.gallery.id}`,
    open: async (page) => {
      await page.locator('[data-photo-index="0"]').click();
      await expect(page.getByText('1 / 6')).toBeVisible();
    },
  },
  {
    name: 'upload',
    path: `/gallery/${things.gallery.id}`,
    open: async (page) => {
      await page.keyboard.press('u');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'people',
    path: `/gallery/${things.gallery.id}`,
    open: async (page) => {
      await page.locator('main button:has(svg.tabler-icon-users-group)').click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'gallery-menu',
    path: `/gallery/${things.gallery.id}`,
    open: async (page) => {
      await page.locator('main header button:has(svg.tabler-icon-dots)').click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  ...[
    { name: 'club-new', path: '/clubs' },
    { name: 'event-new', path: '/events' },
    { name: 'user-new', path: '/users' },
  ].map((screen) => ({ ...screen, open: openNew })),
  { name: 'takedowns', path: `/gallery/${things.gallery.id}/takedowns` },
  { name: 'guest-photos', path: `/gallery/${things.gallery.id}/guest-photos` },
  { name: 'deleted-photos', path: `/gallery/${things.gallery.id}/deleted` },
  { name: 'my-clubs', path: '/my-clubs' },
  { name: 'club-manage', path: `/clubs/${things.club.id}/manage` },
  {
    name: 'club-invitations',
    path: `/clubs/${things.club.id}/manage?tab=invitations`,
    // With this the page is loaded afresh: going here from another tab of the club would leave the same heading.
    open: async (page) => expect(page.getByRole('table')).toBeVisible(),
  },
  {
    name: 'invitation-new',
    path: `/clubs/${things.club.id}/manage?tab=invitations`,
    open: async (page) => {
      await page.locator('main button:has(svg.tabler-icon-user-plus)').click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'invitation-details',
    path: `/clubs/${things.club.id}/manage?tab=invitations`,
    open: async (page) => {
      await page.locator('main td button').last().click();
      await expect(page.getByRole('dialog').locator('svg[role="img"]')).toBeVisible();
    },
  },
  {
    name: 'club-people',
    path: `/clubs/${things.club.id}/manage?tab=people`,
    open: async (page) => expect(page.getByRole('table')).toBeVisible(),
  },
  { name: 'club-import', path: `/clubs/${things.club.id}/import` },
  { name: 'event-manage', path: `/events/${things.event.id}/manage` },
  { name: 'users', path: '/users' },
  { name: 'admin', path: '/admin' },
  { name: 'recognition', path: '/admin/face-recognition' },
  { name: 'installation-settings', path: '/admin/settings' },
  { name: 'storage', path: '/admin/storage' },
  { name: 'admin-galleries', path: '/admin/gallery' },
  { name: 'gallery-create', path: '/admin/gallery/create' },
  { name: 'add-photos', path: '/add-photos' },
  { name: 'admin-gallery', path: `/admin/gallery/${things.gallery.id}` },
  { name: 'gallery-manage', path: `/admin/gallery/${things.gallery.id}/manage` },
  {
    name: 'share-links',
    path: `/admin/gallery/${things.gallery.id}/manage`,
    open: async (page) => {
      await page.locator('main button:has(svg.tabler-icon-link)').click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'access',
    path: `/admin/gallery/${things.gallery.id}/manage`,
    open: async (page) => {
      await page.locator('main button:has(svg.tabler-icon-user-shield)').click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    },
  },
];

async function openNew(page: Page): Promise<void> {
  await page.locator('main header button:has(svg.tabler-icon-plus)').click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
}

/** Opens a screen and waits until everything is loaded. */
export async function show(page: Page, screen: Screen): Promise<void> {
  // Navigates inside the running app, which is quicker; a dialog is opened on a freshly loaded page.
  const running = page.url().startsWith('http') && !new URL(page.url()).pathname.startsWith('/gallery/');
  if (running && !screen.open && !screen.path.includes('/shared/')) await go(page, screen.path);
  else await page.goto(screen.path);
  await page.locator('h1:not([data-left]), [role="alert"]').first().waitFor();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await screen.open?.(page);
}

/** Navigates without reloading the app; the route guards run as well. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (location.pathname !== to) document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
