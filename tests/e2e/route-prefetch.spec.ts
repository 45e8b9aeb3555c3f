import { expect, type Locator, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newClub, newEvent, newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

/** Hovers over a link and waits until its prefetches are answered. */
async function answered(page: Page, question: string, near: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes(question));
  await near();
  await (await answer).finished();
}

/** Opens the link while all calls are blocked: everything shown was prefetched. */
async function opensAtOnce(page: Page, link: Locator, shown: Locator): Promise<void> {
  await page.route('**/trpc/**', () => undefined);
  await link.click();
  await expect(shown).toBeVisible();
  await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test('the target of a link is prefetched on hover, focus and touch, and shown without waiting', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const photographer = await newUser('photographer');
  const club = await newClub();
  // Sooner than the events of all other tests, so that it stands on the first page of the list.
  const event = await newEvent([club], undefined, undefined, 1);
  const gallery = await newGallery({ photographer, event });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  const context = await browser.newContext({ hasTouch: true });
  await signInAs(context, photographer);
  const page = await context.newPage();
  const sidebar = page.getByRole('navigation', { name: 'Navigation' });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('pointer', async () => {
    const link = sidebar.getByRole('link', { name: 'Clubs' });
    await answered(page, 'clubs.list', () => link.hover());
    await opensAtOnce(page, link, page.getByRole('button', { name: club.name, exact: true }));
  });

  await test.step('focus', async () => {
    const link = sidebar.getByRole('link', { name: 'Events' });
    await answered(page, 'events.list', () => link.focus());
    await opensAtOnce(page, link, page.getByRole('heading', { name: event.name }));
  });

  await test.step('finger', async () => {
    const link = sidebar.getByRole('link', { name: 'Galleries' });
    await answered(page, 'galleries.list', () => link.dispatchEvent('touchstart'));
    await opensAtOnce(page, link, page.getByRole('link', { name: gallery.name }));
  });

  await test.step('a gallery and its photos, from its card', async () => {
    await page.reload();
    const link = page.getByRole('link', { name: gallery.name });
    await answered(page, 'photos.list', () => link.hover());
    await opensAtOnce(page, link, page.locator('[data-photo-index="0"]'));
  });

  await test.step('the next page of a list, and the way back to the first', async () => {
    const busy = await newClub();
    const made = await Promise.all(Array.from({ length: 13 }, () => newEvent([busy])));
    await page.goto(`/events?club=${busy.id}`);
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(names).toHaveCount(12);
    const here = await names.allTextContents();
    const missing = made.find(({ name }) => !here.includes(name))?.name ?? '';
    const link = page.getByRole('link', { name: 'Page 2' });
    await answered(page, 'events.list', () => link.hover());
    await opensAtOnce(page, link, page.getByRole('heading', { name: missing }));
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Page 1' })).not.toHaveAttribute('aria-current');
    await page.goBack();
    await expect(names).toHaveCount(12);
    await page.goto('/gallery');
    await expect(page.getByRole('link', { name: gallery.name })).toBeVisible();
  });

  await test.step('cached data are not prefetched again', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await sidebar.getByRole('link', { name: 'Galleries' }).hover();
    // Another link is hovered next: once it is answered, calls for the first one would have been sent too.
    await answered(page, 'events.list', () => sidebar.getByRole('link', { name: 'Events' }).hover());
    expect(asked.filter((url) => url.includes('galleries.list'))).toEqual([]);
  });
  await context.close();
});
