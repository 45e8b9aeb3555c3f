import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { adminScreens, show } from './support/screens.ts';
import { seededClub } from './support/seeded-club.ts';
import { test } from './support/test.ts';
import { adminUser, newGallery, samplePhotos, uploadPhotos } from './support/test-data.ts';

/** Pictures that are on the page and not there yet. */
const missing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('img')]
      .filter((image) => !image.complete || image.naturalWidth === 0)
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .map(({ src, className }) => `${className} ${src}`),
  );

test('a picture of any kind that failed once comes without a reload', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const things = await seededClub();
  // The dashboard shows the newest galleries: other tests have made some without photos.
  const gallery = await newGallery({ ...things, name: 'Newest' });
  await uploadPhotos(gallery, things.photographer, samplePhotos.slice(0, 1));
  await signInAs(context, await adminUser());
  // Pictures are fetched when they are in view, and on the dashboard what other tests made may stand above them.
  await page.setViewportSize({ width: 1280, height: 3_000 });
  const screens = adminScreens(things).filter(({ name }) =>
    ['galleries', 'gallery', 'viewer', 'people', 'recognition', 'dashboard'].includes(name),
  );
  screens.push({ name: 'shared', path: `/gallery/shared/${things.linkToken}` });
  for (const screen of screens) {
    const failed = new Set<string>();
    const isPicture = (url: URL) => /\.(jpe?g|webp)$|\/(photos|thumbnail)/.test(url.pathname);
    await page.route(isPicture, (route) => {
      const url = route.request().url();
      if (route.request().resourceType() !== 'image' || failed.has(url)) return route.fallback();
      failed.add(url);
      return route.abort();
    });
    await show(page, screen);
    // Where several lists load, the pictures may come after the heading.
    await expect.poll(() => failed.size, screen.name).toBeGreaterThan(0);
    await expect.poll(() => missing(page), screen.name).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    // Otherwise the next screen would have them already.
    await context.newCDPSession(page).then((session) => session.send('Network.clearBrowserCache'));
  }
});
