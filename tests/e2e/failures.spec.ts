import { expect, type Page } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { failProcedure } from './support/fail-procedure.ts';
import { failingActions, type Seeded } from './support/failing-actions.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';

/** Failed queries and actions say what was tried, and forms keep the typed text. */
let seeded: Seeded;

test.beforeAll(async () => {
  const [admin, photographer, boss] = await Promise.all([adminUser(), newUser('photographer'), newUser()]);
  const asking = await newUser();
  const club = await newClub();
  await expectSuccess(admin.call('POST', `/clubs/${club.id}/admins/${boss.id}`));
  await join(club, asking, false);
  const event = await newEvent([], photographer);
  const gallery = await newGallery({ photographer, event });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  seeded = { admin, photographer, boss, club, event, gallery, asking: { ...asking, name: asking.fullName } };
});

/** Notes in the page, until another is loaded, that something was clicked. */
const watchForClick = (page: Page) =>
  page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-clicked', '');
    document.addEventListener('click', note, { capture: true, once: true });
  });
/** False for a call of a page that is being left. */
const wasClicked = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-clicked')).catch(() => false);

const casts = ['admin', 'photographer', 'boss'] as const;

for (const role of casts)
  test(`a screen of ${role} whose data cannot be loaded says which, and loads them on the next try`, async ({
    page,
    context,
  }) => {
    const { admin, photographer, boss, club, event, gallery } = seeded;
    const screens: [who: TestUser, path: string, procedure: string, says: string][] = [
      [admin, '/users', 'users.list', 'Failed to load users'],
      [admin, '/clubs', 'clubs.list', 'Failed to load clubs'],
      [boss, '/my-clubs', 'users.adminClubs', 'Failed to load your clubs'],
      [boss, `/clubs/${club.id}/manage`, 'clubs.get', 'Failed to load club details'],
      [boss, `/clubs/${club.id}/manage`, 'clubs.members', 'Failed to load members'],
      [boss, `/clubs/${club.id}/manage?tab=requests`, 'clubs.requests', 'Failed to load requests'],
      [admin, `/clubs/${club.id}/manage?tab=admins`, 'clubs.admins', 'Failed to load club administrators'],
      [photographer, '/events', 'events.list', 'Failed to load events'],
      [photographer, `/events/${event.id}/manage`, 'events.get', 'Failed to load event details'],
      [photographer, '/gallery', 'galleries.list', 'Failed to load galleries'],
      [photographer, `/gallery/${gallery.id}`, 'galleries.get', 'The gallery could not be loaded'],
      [photographer, `/gallery/${gallery.id}`, 'photos.list', 'Failed to load photos'],
      [
        admin,
        '/admin/face-recognition',
        'faceAdmin.jobsSummary',
        'Failed to load face recognition overview.',
      ],
    ];
    const who = seeded[role];
    await signInAs(context, who);
    for (const [, path, procedure, says] of screens.filter(([viewer]) => viewer === who)) {
      // Some screens ask again by themselves: calls fail until the click, or the button could be gone before it.
      await failProcedure(page, procedure, 'server', () => wasClicked(page));
      await page.goto(path);
      await expect(page.getByRole('alert').filter({ hasText: says }), says).toBeVisible();
      await watchForClick(page);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByRole('alert').filter({ hasText: says }), says).toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

for (const role of casts)
  test(`an action of ${role} that fails says which, and keeps what was typed`, async ({ page, context }) => {
    await signInAs(context, seeded[role]);
    for (const [index, action] of failingActions(seeded).entries()) {
      if (action.who !== seeded[role]) continue;
      await page.goto(action.path);
      const network = index % 2 === 0;
      await failProcedure(page, action.procedure, network ? 'network' : 'server');
      await action.act(page);
      const told = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: action.says });
      await expect(told.first()).toContainText(
        network ? 'Network error' : 'Something went wrong on our side.',
      );
      if (action.keeps)
        await expect(page.getByRole('textbox', { name: action.keeps[0] })).toHaveValue(action.keeps[1]);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

test('who may see a gallery is not saved from an old list that could not be loaded anew', async ({
  page,
  context,
}) => {
  await signInAs(context, seeded.photographer);
  await page.goto(`/admin/gallery/${seeded.gallery.id}/manage`);
  const open = page.getByRole('button', { name: 'Manage access' });
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await open.click();
  await expect(save).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await failProcedure(page, 'galleries.access');
  await open.click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to load access');
  await expect(save).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(save).toBeVisible();
});

test('a shared gallery says at once that the server broke down, also where the answer is no JSON', async ({
  page,
}) => {
  await page.clock.install();
  let asked = 0;
  await page.route('**/trpc/shared.open*', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' });
  });
  await page.goto('/gallery/shared/some-link');
  await expect(page.getByRole('alert')).toContainText('Error accessing the gallery');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(asked).toBe(1);
});
