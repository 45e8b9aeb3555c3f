import { expect, test } from '@playwright/test';
import { replaceAnswer, signInAs } from './support/browser.ts';
import { newGallery, newUser } from './support/test-data.ts';

test('without the live stream an open gallery polls every ten seconds while photos are pending', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const answer = { pending_photos: 2, unique_faces: 0 };
  let asked = 0;
  await replaceAnswer(context, 'faces.summary', (fromServer) => {
    asked += 1;
    return { ...(fromServer as object), ...answer };
  });
  await context.route('**/trpc/live.gallery*', (route) => route.abort());
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
