import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { test } from './support/test.ts';
import { expectSuccess, newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

for (const { density, size } of [
  { density: 1, size: 'small' },
  { density: 2, size: 'medium' },
])
  test(`a link is opened by one call that counts one visit, with pictures for ${density} pixels a point`, {
    tag: density === 1 ? [] : [ONLY_IN_ALL],
  }, async ({ browser }) => {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer, visibility: 'private' });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 3));
    const link = await expectSuccess(
      photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, {}),
    );
    const context = await browser.newContext({
      deviceScaleFactor: density,
      viewport: { width: 800, height: 600 },
    });
    const page = await context.newPage();
    const calls: string[] = [];
    const sizes: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith('/trpc/openedShareLink.')) calls.push(pathname);
      if (pathname.endsWith('/download')) sizes.push(searchParams.get('size'));
    });
    await page.goto(`/gallery/shared/${link.token}`);
    await expect(page.locator('[data-photo-index] img[data-loaded]')).toHaveCount(3);
    expect(calls).toEqual(['/trpc/openedShareLink.open,openedShareLink.photos']);
    expect(sizes).toEqual([size, size, size]);
    const { links } = await expectSuccess(
      photographer.call<{ links: { view_count: number }[] }>('GET', `/galleries/${gallery.id}/links`),
    );
    expect(links.map(({ view_count }) => view_count)).toEqual([1]);
    await context.close();
  });
