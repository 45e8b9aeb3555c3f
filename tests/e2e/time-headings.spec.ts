import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { look, lookEverywhere, replaceAnswers, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

test('more than a hundred photos stand below the hours in which they were taken', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  let total = 100;
  await replaceAnswers(context, {
    'galleries.get': (fromServer) => ({ ...(fromServer as object), photo_count: total }),
    'photos.list': (fromServer) => {
      const [photo] = (fromServer as { photos: { id: string }[] }).photos;
      const photos = Array.from({ length: total }, (_, n) => ({
        ...photo,
        id: `${n}`,
        taken_at_local:
          n === 100
            ? null
            : `2026-05-16T${n < 3 ? 14 : n < 60 ? 15 : 16}:${String(n % 60).padStart(2, '0')}:00.000`,
      }));
      return { photos, total };
    },
  });
  await signInAs(context, photographer);
  const headings = page.getByRole('group', { name: /^Photos of/ }).getByRole('heading');
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.locator('[data-photo-index="0"]')).toBeVisible();
  await expect(headings).toHaveCount(0);

  total = 101;
  await page.reload();
  await expect(headings.first()).toHaveText('Saturday, 16 May 2026');
  await expect(page.getByText('14:00', { exact: true })).toBeVisible();
  await expect(page.getByText('15:00', { exact: true })).toBeVisible();
  await lookEverywhere(page, 'time-headings');
  const order = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${gallery.name}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await order('Last added first');
  await expect(page).toHaveURL(/order=added/);
  await expect(headings).toHaveCount(0);
  await order('By capture time');
  await expect(headings.first()).toHaveText('Saturday, 16 May 2026');
  await page.keyboard.press('End');
  await expect(headings.filter({ hasText: 'Time unknown' })).toBeVisible();

  const jump = page.getByRole('button', { name: /go to another part$/ });
  await expect(jump).toContainText('16:00');
  await jump.click();
  await look(page, 'jump-to-section');
  await expect(page.getByRole('menuitem')).toHaveText(['14:00', '15:00', '16:00', 'Time unknown']);
  await page.getByRole('menuitem', { name: '15:00' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(jump).toContainText('15:00');
  await expect(page.locator('[data-photo-index="3"]')).toBeInViewport({ ratio: 0.9 });
});
