import { expect, type Locator, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { pressOnPhoto, signInAs } from './support/browser.ts';
import { failProcedure } from './support/fail-procedure.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

/** Of photos, which a simulated page does not lay out; all other failures: tests/components/failures.test.tsx. */
const actions: { says: string; procedure: string; press: RegExp; how: 'network' | 'server' }[] = [
  { says: 'Failed to set cover', procedure: 'galleries.update', press: /as cover$/, how: 'network' },
  { says: 'Failed to delete photos', procedure: 'photos.bulkDelete', press: /^Delete sample/, how: 'server' },
];

test('an action on a photo that fails says which', { tag: ONLY_IN_ALL }, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await signInAs(context, photographer);
  const button = (name: RegExp): Locator => page.getByRole('button', { name });
  for (const { says, procedure, press, how } of actions) {
    await page.goto(`/gallery/${gallery.id}`);
    await failProcedure(page, procedure, how);
    await pressOnPhoto(button(/^Open sample/), button(press));
    if (procedure === 'photos.bulkDelete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click();
    await expect(toldWith(page, says)).toContainText(
      how === 'network' ? 'Network error' : 'Something went wrong on our side.',
    );
    await page.unrouteAll({ behavior: 'wait' });
  }
});

const toldWith = (page: Page, text: string) =>
  page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).first();

test('a shared gallery says at once that the server broke down, also where the answer is no JSON', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  await page.route('**/trpc/openedShareLink.open*', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' });
  });
  await page.goto('/gallery/shared/some-link');
  await expect(page.getByRole('alert')).toContainText('Error accessing the gallery');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(asked).toBe(1);
});
