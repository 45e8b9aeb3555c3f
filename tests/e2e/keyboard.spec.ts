import { expect, type Locator, type Page } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { look, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, newGallery, newUser, peopleOf, uploadPhotos } from './support/test-data.ts';

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached in ${most} steps`);
}

test('from signing in to the photos of one person without a mouse', { tag: ROAD }, async ({ page }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const [, second] = await uploadPhotos(gallery, photographer);
  await peopleOf(gallery, photographer);
  await page.goto(`/gallery/${gallery.id}`);

  await test.step('sign in and land where one wanted to go', async () => {
    await tabTo(page, page.getByLabel('Username or email'));
    await page.keyboard.type(photographer.username);
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
    await page.keyboard.type(photographer.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: gallery.name })).toBeVisible();
  });

  await test.step('past the navigation to a photo, and on to the next', async () => {
    await expect(page.locator('[data-photo-index="0"]')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('[data-photo-index="0"]'), 80);
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-photo-index="1"]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(viewerOf(page).getByText('2 / 6')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('photo')).toBe(second);
  });

  await test.step('choose somebody in it', async () => {
    const somebody = viewerOf(page)
      .getByRole('list', { name: 'People in this photo' })
      .getByRole('button')
      .first();
    await expect(somebody).toBeVisible();
    const name = await somebody.innerText();
    await tabTo(page, somebody);
    await page.keyboard.press('Enter');
    await expect(viewerOf(page)).toBeHidden();
    const chosen = page
      .getByRole('list', { name: 'People in this gallery' })
      .getByRole('button', { name: new RegExp(`^${name} `) });
    await expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await expect(chosen).toBeFocused();
    await expect(chosen).toBeInViewport();
  });

  await test.step('and everybody again', async () => {
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-photo-index="5"]')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('person')).toBeNull();
  });
});

test('the viewer gives the focus back to the photo last seen, also at the end of a shared address', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const ids = await uploadPhotos(gallery, photographer);
  await signInAs(context, photographer);

  await test.step('the photo it was closed on, not the one it was opened on', async () => {
    await page.goto(`/gallery/${gallery.id}`);
    await page.locator('[data-photo-index="0"]').click();
    await expect(viewerOf(page).getByText('1 / 6')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(viewerOf(page).getByText('2 / 6')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
    await expect(page.locator('[data-photo-index="1"]')).toBeFocused();
  });

  await test.step('an address of a photo that stands behind what is loaded first', async () => {
    let pages = 0;
    // The server's answers with two photos per page instead of 200: the last photo is on the third page.
    await page.route(/photos\.list/, (route) => {
      const url = route.request().url();
      // One request may carry several calls.
      pages += url.split('photos.list').length - 1;
      return route.continue({ url: url.replaceAll('limit%22%3A200', 'limit%22%3A2') });
    });
    await page.goto(`/gallery/${gallery.id}?photo=${ids.at(-1)}`);
    await expect(viewerOf(page).getByText('6 / 6')).toBeVisible();
    expect(pages).toBeGreaterThanOrEqual(3);
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
    await expect(page.locator('[data-photo-index="5"]')).toBeFocused();
    await expect(page.locator('[data-photo-index="5"]')).toBeInViewport();
    expect(new URL(page.url()).searchParams.get('photo')).toBeNull();
  });
});

test('the photo with the focus is never under the bars that stay', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer);
  await signInAs(context, photographer);
  const photo = (index: number) => page.locator(`[data-photo-index="${index}"]`);
  const title = page.getByRole('main').getByRole('button', { name: new RegExp(`^${gallery.name}`) });
  const walkTo = async (last: number) => {
    await photo(0).focus();
    for (let at = 1; at <= last; at += 1) {
      await page.keyboard.press('ArrowRight');
      await expect(photo(at)).toBeFocused();
    }
  };
  const walkBack = async (from: number) => {
    for (let at = from - 1; at >= 0; at -= 1) {
      await page.keyboard.press('ArrowLeft');
      await expect(photo(at)).toBeFocused();
      await expectUncovered(photo(at));
    }
  };
  for (const viewport of [
    { width: 1000, height: 520 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/gallery/${gallery.id}`);
    await expect(photo(0)).toBeVisible();

    await test.step(`after arrows up, at ${viewport.width} px`, async () => {
      await walkTo(5);
      await expect(title).toBeVisible();
      await walkBack(5);
      await look(page, `focused-photo-${viewport.width}`);
    });

    await test.step(`when the photos have moved up since, at ${viewport.width} px`, async () => {
      const people = page.getByRole('button', { expanded: true, name: /people|person/ });
      await people.click();
      await expect(page.locator('#people')).toBeHidden();
      await walkTo(5);
      await walkBack(5);
    });

    await test.step(`when they move down again while one has the focus, at ${viewport.width} px`, async () => {
      await walkTo(2);
      // As by people who are found meanwhile: nobody presses the button.
      await page.evaluate(() => document.querySelector<HTMLElement>('[aria-controls="people"]')?.click());
      await expect(page.locator('#people')).toBeVisible();
      await expect(photo(2)).toBeFocused();
      await expectUncovered(photo(2));
      await walkBack(2);
    });

    await test.step(`after the viewer, at ${viewport.width} px`, async () => {
      await walkTo(5);
      await page.keyboard.press('Enter');
      for (let number = 6; number > 3; number -= 1) {
        await expect(viewerOf(page).getByText(`${number} / 6`)).toBeVisible();
        await page.keyboard.press('ArrowLeft');
      }
      await expect(viewerOf(page).getByText('3 / 6')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(viewerOf(page)).toBeHidden();
      await expect(photo(2)).toBeFocused();
      await expectUncovered(photo(2));
    });
  }
});

/** The upper and the lower edge of a photo are seen. */
async function expectUncovered(photo: Locator): Promise<void> {
  const seen = () =>
    photo.evaluate((open) => {
      const { left, right, top, bottom } = open.getBoundingClientRect();
      const tile = open.parentElement;
      return [top + 2, bottom - 2].map((y) =>
        Boolean(tile?.contains(document.elementFromPoint((left + right) / 2, y))),
      );
    });
  await expect.poll(seen).toEqual([true, true]);
}

test('every kind of dialog gives the focus back to what opened it', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, await adminUser());

  const back = async (opener: Locator, close = () => page.keyboard.press('Escape')) => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await close();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  };
  await test.step('a form', async () => {
    await page.goto('/clubs');
    await back(page.getByRole('button', { name: 'Create club' }));
  });
  await test.step('the upload, by its own button', async () => {
    await page.goto(`/gallery/${gallery.id}`);
    await back(page.getByRole('button', { name: 'Upload photos' }).first(), () =>
      page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click(),
    );
  });
  await test.step('a question', async () => {
    await page.goto(`/admin/gallery/${gallery.id}/manage`);
    await back(page.getByRole('button', { name: 'Delete gallery' }), () =>
      page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    );
  });
});

test('photos are selected, looked through and shown by keys; Escape and the back button end a selection first', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto('/gallery');
  await page.getByRole('link', { name: gallery.name }).click();
  const viewer = viewerOf(page);
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(page.locator('[data-photo-index="5"]')).toBeVisible();

  await page.keyboard.press('Control+a');
  await expect(bar.getByRole('status')).toContainText('6');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar).toBeVisible();
  await page.goBack();
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}$`));

  await page.locator('[data-photo-index="0"]').click();
  await expect(viewer.getByText('1 / 6')).toBeVisible();
  await page.keyboard.press('End');
  await expect(viewer.getByText('6 / 6')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(viewer.getByText('1 / 6')).toBeVisible();
  await page.keyboard.press('x');
  await expect(viewer.getByRole('img', { name: 'Selected' })).toBeVisible();
  await page.keyboard.press('i');
  await expect(viewer.getByText(/^\d+ × \d+, \d+/)).toBeVisible();
  await lookEverywhere(page, 'viewer-details');
  await page.keyboard.press('i');
  await expect(viewer.getByText(/^\d+ × \d+, \d+/)).toHaveCount(0);
  await page.keyboard.press(' ');
  await expect(viewer.getByText('2 / 6')).toBeVisible();
  await viewer.getByRole('button', { name: 'Pause' }).click();
  await expect(viewer.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await viewer.getByRole('button', { name: 'More' }).click();
  await lookEverywhere(page, 'viewer-menu');
  await page.keyboard.press('Escape');
  await expect(viewer.getByRole('menu')).toHaveCount(0);
  await expect(viewer.getByText('2 / 6')).toBeVisible();
  // Closing the viewer leaves the selection.
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(bar.getByRole('status')).toContainText('1');
  await page.goBack();
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}$`));
});
