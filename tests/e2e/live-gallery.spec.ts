import { expect } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { replaceAnswer, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newGallery, newUser } from './support/test-data.ts';

test('without the live stream an open gallery polls every ten seconds while photos are pending', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const answer = { pending_photos: 2, unique_faces: 0 };
  let asked = 0;
  await replaceAnswer(context, 'faces.summary', (fromServer) => {
    asked += 1;
    return { ...(fromServer as object), ...answer };
  });
  await context.route('**/trpc/live.page*', (route) => route.abort());
  await signInAs(context, photographer);
  await page.clock.install();
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('2 photos')).toBeVisible();

  Object.assign(answer, { pending_photos: 0, unique_faces: 3 });
  await page.clock.runFor(10_000);
  await expect(page.getByRole('button', { name: /3 people/ })).toBeVisible();

  const before = asked;
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: /3 people/ }).click();
  expect(asked).toBe(before);
});

test('a page holds one live stream, none while it is hidden, and one again when it is seen', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  const open = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') open.add(request.url());
  });
  for (const event of ['requestfailed', 'requestfinished'] as const)
    page.on(event as 'requestfailed', (request) => open.delete(request.url()));
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.goto(`/gallery/${gallery.id}`);
  const one = [expect.stringContaining(gallery.id)];
  await expect.poll(() => [...open]).toEqual(one);
  await look('hidden');
  await expect.poll(() => [...open]).toEqual([]);
  await look('visible');
  await expect.poll(() => [...open]).toEqual(one);
});

test('an open gallery says at once that it was closed, and that a photo of its address is gone', {
  tag: ROAD,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const member = await newUser();
  await signInAs(context, member);
  const stream = page.waitForResponse((response) => /live\.page.*gallery_id/.test(response.url()));
  await page.goto(`/gallery/${gallery.id}?photo=01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText('This photo is not shown here any more.')).toBeVisible();
  await expect(page).toHaveURL(`/gallery/${gallery.id}`);
  await expect(page.getByRole('heading', { name: gallery.name })).toBeVisible();
  await stream; // without it the page would hear of the change from the next poll only
  const { call } = await adminUser();
  await expectSuccess(call('PUT', `/galleries/${gallery.id}`, { visibility: 'private' }));
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
});

test('the pages about a gallery say that it is gone, but not to who deletes it', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const admin = await adminUser();
  const photographer = await newUser('photographer');
  await signInAs(context, photographer);
  const gone = page.getByRole('heading', { name: 'Gallery not found' });
  for (const address of ['/gallery/ID/guest-photos', '/gallery/ID/takedowns', '/admin/gallery/ID/manage']) {
    const gallery = await newGallery({ photographer });
    await page.goto(address.replace('ID', gallery.id));
    await expect(page.getByRole('main').getByText(gallery.name).first()).toBeVisible();
    await expectSuccess(admin.call('DELETE', `/galleries/${gallery.id}`));
    // The page is looked at again.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(gone).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(gallery.name)).toHaveCount(0);
  }

  const gallery = await newGallery({ photographer });
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByRole('heading', { name: gallery.name })).toBeVisible();
  await page.evaluate((word) => {
    new MutationObserver(() => {
      if (document.body.innerText.includes(word)) document.body.dataset.flashed = '';
    }).observe(document.body, { childList: true, subtree: true });
  }, 'Gallery not found');
  // The answer comes after the page has learned that the gallery is gone.
  await page.route('**/trpc/galleries.delete*', async (route) => {
    const learned = page.waitForResponse((response) => response.url().includes('galleries.get'));
    const response = await route.fetch();
    await learned;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: `More actions for ${gallery.name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete gallery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete gallery' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible();
  await expect(page.locator('body[data-flashed]')).toHaveCount(0);
  await page.goBack();
  await expect(gone).toBeVisible();
});
