import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs, signInByForm } from './support/browser.ts';
import { go } from './support/screens.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
  type TestUser,
} from './support/test-data.ts';

/** Every route for every kind of user: allowed, refused or redirected. */
type Role = 'member' | 'photographer' | 'clubAdmin' | 'admin';
const everyone: Role[] = ['member', 'photographer', 'clubAdmin', 'admin'];

let people: Record<Role, TestUser>;
let routes: { path: string; allowed: Role[]; turnedAway: 'home' | 'told' }[];

test.beforeAll(async () => {
  const [member, photographer, clubAdmin, admin] = await Promise.all([
    newUser(),
    newUser('photographer'),
    newUser(),
    adminUser(),
  ]);
  people = { member, photographer, clubAdmin, admin };
  const club = await newClub();
  await join(club, member, true);
  await expectSuccess(admin.call('POST', `/clubs/${club.id}/admins/${clubAdmin.id}`));
  const event = await newEvent([club], photographer);
  const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
  routes = [
    { path: '/', allowed: everyone, turnedAway: 'home' },
    { path: '/profile', allowed: everyone, turnedAway: 'home' },
    { path: '/settings', allowed: everyone, turnedAway: 'home' },
    { path: '/family', allowed: everyone, turnedAway: 'home' },
    { path: '/notifications', allowed: everyone, turnedAway: 'home' },
    { path: '/clubs', allowed: everyone, turnedAway: 'home' },
    { path: `/clubs/${club.id}`, allowed: everyone, turnedAway: 'told' },
    { path: '/events', allowed: everyone, turnedAway: 'home' },
    { path: `/events/${event.id}/galleries`, allowed: everyone, turnedAway: 'told' },
    { path: '/gallery', allowed: everyone, turnedAway: 'home' },
    { path: `/gallery/${gallery.id}`, allowed: everyone, turnedAway: 'told' },
    { path: '/my-clubs', allowed: ['clubAdmin', 'admin'], turnedAway: 'home' },
    { path: `/clubs/${club.id}/manage`, allowed: ['clubAdmin', 'admin'], turnedAway: 'told' },
    { path: `/clubs/${club.id}/import`, allowed: ['clubAdmin', 'admin'], turnedAway: 'told' },
    { path: `/events/${event.id}/manage`, allowed: ['photographer', 'admin'], turnedAway: 'told' },
    { path: '/users', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin/face-recognition', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin/settings', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin/storage', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin/gallery', allowed: ['admin'], turnedAway: 'home' },
    { path: '/admin/gallery/create', allowed: ['photographer', 'admin'], turnedAway: 'told' },
    { path: '/add-photos', allowed: ['photographer', 'admin'], turnedAway: 'told' },
    { path: `/admin/gallery/${gallery.id}/manage`, allowed: ['photographer', 'admin'], turnedAway: 'told' },
  ];
});

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function open(context: BrowserContext, who: TestUser): Promise<Page> {
  await signInAs(context, who);
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  return page;
}

for (const role of everyone)
  test(`the routes for ${role}`, { tag: ONLY_IN_ALL }, async ({ context }) => {
    const page = await open(context, people[role]);
    const refused = page.getByText(/permission|access to this gallery|Only photographers and administrators/);
    for (const route of routes) {
      await go(page, route.path);
      if (route.allowed.includes(role)) {
        await expect.poll(() => pathOf(page), route.path).toBe(route.path);
        await expect(page.getByRole('main'), route.path).not.toBeEmpty();
        await expect(page.getByRole('heading', { level: 1 }).first(), route.path).toBeVisible();
        await expect(refused, route.path).toHaveCount(0);
      } else if (route.turnedAway === 'home') await expect.poll(() => pathOf(page), route.path).toBe('/');
      else await expect(refused.first(), route.path).toBeVisible();
    }
    for (const path of ['/login', '/register', '/no/such/page']) {
      await go(page, path);
      await expect.poll(() => pathOf(page), path).toBe('/');
    }
  });

test('a gallery that is closed or missing is named by the heading of the page', { tag: ONLY_IN_ALL }, async ({
  context,
}) => {
  const { id } = await newGallery({ photographer: await newUser('photographer'), visibility: 'private' });
  const page = await open(context, people.member);
  for (const [path, name] of [
    [`/gallery/${id}`, 'Access denied'],
    ['/gallery/nothing', 'Gallery not found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('strangers come to the sign-in page and then where they wanted to go', { tag: ONLY_IN_ALL }, async ({
  page,
}) => {
  for (const { path } of routes) {
    if (path === '/') continue;
    await (page.url().startsWith('http') ? go(page, path) : page.goto(path));
    await expect.poll(() => new URL(page.url()).searchParams.get('from'), path).toBe(path);
    expect(pathOf(page)).toBe('/login');
  }
  await page.goto('/clubs?q=nord');
  await signInByForm(page, people.member);
  await expect(page).toHaveURL(/\/clubs\?q=nord$/);
});

test('a session that ends says so and signs out; leaving leads to the sign-in page', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const guest = await newUser();
  await signInAs(context, guest);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible();
  await expectSuccess(guest.call('POST', '/auth/logout', { refresh_token: guest.session.refresh_token }));
  // Nothing is clicked: the page is told that its session ended elsewhere.
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();

  await signInByForm(page, guest);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has expired.')).toHaveCount(0);
});
