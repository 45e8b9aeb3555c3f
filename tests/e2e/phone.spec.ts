import { expect, type Locator } from '@playwright/test';
import { languages, ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { expectUncovered, look, lookEverywhere, scrollAboveNavigation, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  newClub,
  newEvent,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test.use({ viewport: { width: 360, height: 640 } });

const files = Array.from({ length: 14 }, (_, n) => ({
  name: `photo-${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('not sent in this test'),
}));

test('with many files chosen, the button that stops the upload is in sight, and the chooser is folded', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}?upload=1`);
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });
  const chooser = dialog.getByRole('region', { name: 'Choose photos' });
  await expect(dialog.getByText(/JPEG/)).toBeVisible();
  // Never answered: the photos stay on their way.
  await context.route('**/api/photos/uploads', () => undefined);
  await dialog.getByTestId('upload-files').setInputFiles(files);
  await expect(dialog.getByRole('listitem')).toHaveCount(files.length);
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText(/JPEG/)).toBeHidden();
  await expect(chooser.getByRole('button', { name: 'Select files' })).toBeVisible();
  await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('who has just created a gallery is led to the upload of its photos', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const event = await newEvent([await newClub()], photographer);
  await signInAs(context, photographer);
  await page.goto('/admin/gallery/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Second half');
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: event.name }).click();
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByRole('button', { name: 'Create gallery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload photos to Second half' });
  await expect(dialog.getByRole('button', { name: 'Select files' })).toHaveAttribute(
    'data-variant',
    'filled',
  );
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toHaveAttribute(
    'data-variant',
    'default',
  );
  await lookEverywhere(page, 'upload-first');
  await dialog.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 1));
  await expect(dialog.getByText('1 of 1 photo uploaded')).toBeVisible();
  await lookEverywhere(page, 'upload-done');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Second half' })).toBeVisible();
});

test('what is said lies neither on the controls of the viewer nor on the bars of the page', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, name: `Gallery${'x'.repeat(73)}` });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await page.locator('[data-photo-index="0"]').click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await viewer.getByRole('button', { name: 'More' }).click();
  await viewer.getByRole('menuitem', { name: /as cover photo$/ }).click();
  const said = page.getByRole('status').getByText('The cover was set.').locator('..');
  // It stays under the pointer.
  await said.hover();
  const overlapped = async (controls: Locator) => {
    const box = (await said.boundingBox())!;
    const covered: string[] = [];
    for (const control of await controls.filter({ visible: true }).all()) {
      const other = (await control.boundingBox())!;
      const apart = other.y >= box.y + box.height || other.y + other.height <= box.y;
      if (!apart) covered.push(await control.evaluate((shown) => shown.outerHTML.slice(0, 200)));
    }
    return covered;
  };
  await expect(viewer.getByText(/^Person \d/).first()).toBeVisible();
  expect(await overlapped(viewer.getByRole('button'))).toEqual([]);
  await lookEverywhere(page, 'toast-in-viewer');
  await page.setViewportSize(viewports.phone);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await said.hover();
  expect(await overlapped(page.getByRole('banner').or(page.locator('[data-sticky-bar="end"]')))).toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await overlapped(page.getByRole('heading', { level: 1 }))).toEqual([]);
  await lookEverywhere(page, 'toast-on-page');
  await said.getByRole('button', { name: 'Close' }).click();
  await expect(said).toHaveCount(0);
});

test('a photo pressed twice is opened once, and closed by one press', { tag: ROAD }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  await signInAs(context, photographer);
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  const photo = page.locator('[data-photo-index="1"]');
  const list = new RegExp(`/gallery/${gallery.id}$`);
  await page.goto('/gallery');
  await page.getByRole('link', { name: gallery.name }).click();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => viewer.getByRole('button', { name: 'Close' }).dblclick(),
    // Both before the browser has gone back: a busy phone.
    () =>
      viewer.getByRole('button', { name: 'Close' }).evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      }),
    () => page.goBack(),
  ]) {
    await photo.dblclick();
    await expect(viewer.getByText('2 / 2')).toBeVisible();
    await close();
    await expect(viewer).toHaveCount(0);
    await expect(page).toHaveURL(list);
  }
  await photo.click();
  await expect(viewer.getByText('2 / 2')).toBeVisible();
});

test('a new share link asks for a name, copies itself, and goes out by the sheet of the system', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => void shared.push(data),
      configurable: true,
    });
  });
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Share links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share links' });
  await dialog.getByRole('button', { name: 'Options' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Parents U13');
  await dialog.getByLabel('Valid until').fill('');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('The link was created and copied.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeFocused();
  for (const part of [
    dialog.getByRole('img', { name: /^QR code/ }),
    dialog.getByRole('button', { name: 'Copy link' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Another link' })).toHaveAttribute(
    'data-variant',
    'default',
  );
  await lookEverywhere(page, 'link-made');
  const { links } = await expectSuccess(
    photographer.call<{ links: { url: string }[] }>('GET', `/galleries/${gallery.id}/links`),
  );
  const url = links[0]?.url;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual([
    { title: gallery.name, url },
  ]);
  await dialog.getByRole('button', { name: 'set a last day' }).click();
  await expect(dialog.getByLabel('Last day')).toBeFocused();
  await dialog.getByLabel('Last day').fill('2032-05-20');
  await lookEverywhere(page, 'link-last-day');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Valid until 20 May 2032')).toBeVisible();
});

test('photos themselves go out by the sheet of the system, one and several', async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  await signInAs(context, photographer);
  await page.addInitScript(() => {
    const shared: [string, boolean][][] = [];
    Object.assign(window, { shared });
    const replace = (name: string, value: unknown) =>
      Object.defineProperty(navigator, name, { value, configurable: true });
    replace('canShare', () => true);
    replace('share', async ({ files = [] }: ShareData) => {
      shared.push(files.map(({ name, size, type }) => [name, size > 10_000 && type === 'image/jpeg']));
    });
  });
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await page.goto(`/gallery/${gallery.id}`);
  await page.locator('[data-photo-index="0"]').click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await viewer.getByRole('button', { name: 'More' }).click();
  await look(page, 'viewer-menu-phone');
  await viewer.getByRole('menuitem', { name: 'Save or send' }).click();
  await expect.poll(shared).toEqual([[[expect.stringMatching(/^sample[12]\.jpg$/), true]]]);
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Control+a');
  await look(page, 'selection-with-share');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Save or send' }).click();
  await expect
    .poll(async () => (await shared())[1])
    .toEqual(expect.arrayContaining(['sample1.jpg', 'sample2.jpg'].map((name) => [name, true])));
});

test('the sheet of share links offers nothing to tap before its list is here, which would move it', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route('**/trpc/**shareLinks.list*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Share links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share links' });
  const create = dialog.getByRole('button', { name: 'Create link' });
  await expect(dialog.getByRole('heading', { name: 'Share links' })).toBeVisible();
  await expect(create).toHaveCount(0);
  release();
  await expect(create).toBeVisible();
  await dialog.getByRole('button', { name: 'Options' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
});

const words = {
  en: {
    edit: 'Edit people',
    people: 'People in this gallery',
    history: 'History',
    remove: 'Delete my account',
  },
  de: {
    edit: 'Personen bearbeiten',
    people: 'Personen in dieser Galerie',
    history: 'Verlauf',
    remove: 'Mein Konto löschen',
  },
};

for (const language of languages) {
  const { edit, people, history, remove } = words[language];

  test(`the sheet of the people of a gallery keeps its tabs in place when what is in it arrives, ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
    expect((await peopleOf(gallery, photographer)).length).toBeGreaterThan(3);
    await signInAs(context, photographer, language);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route(/faces\.people.*include_hidden%22%3Atrue/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/gallery/${gallery.id}`);
    await page.getByRole('button', { name: edit }).click();
    const dialog = page.getByRole('dialog', { name: people });
    const tab = dialog.getByRole('tab', { name: history });
    const cards = dialog.getByRole('list', { name: people }).getByRole('listitem');
    const place = async () => (await tab.boundingBox())?.y;
    // The sheet slides in.
    await expect(async () => {
      const first = await place();
      await page.waitForTimeout(100);
      expect(await place()).toBe(first);
    }).toPass();
    const before = await place();
    await expect(cards).toHaveCount(0);
    release();
    await expect(cards.first()).toBeVisible();
    expect(await place()).toBe(before);
    await expectFitsWidth(page);
    await expectAccessible(page, '[role=dialog]');
    await look(page, `edit-people-${language}`);
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(await place()).toBe(before);
  });

  test(`deleting an account is asked when it is known what stays, ${language}`, { tag: ONLY_IN_ALL }, async ({
    page,
    context,
  }) => {
    const photographer = await newUser('photographer');
    await newGallery({ photographer });
    await signInAs(context, photographer, language);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/trpc/**contributions*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/profile');
    const asked = page.waitForRequest(/contributions/);
    await page.getByRole('button', { name: remove }).click();
    const dialog = page.getByRole('dialog', { name: remove });
    await asked;
    await expect(dialog).toHaveCount(0);
    release();
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await look(page, `delete-account-${language}`);
  });
}

test('deleting an account is asked while nothing can be read, too', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser(), 'en');
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Delete my account' });
  await expect(button).toBeVisible();
  // The browser says that it is offline, so nothing is asked; the script of the dialog still comes.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
});

test('a person chosen in a gallery is one step, which the back button undoes', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const people = await peopleOf(gallery, photographer);
  await signInAs(context, photographer);
  await page.goto('/gallery');
  await page.getByRole('link', { name: gallery.name }).click();
  const strip = page.getByRole('list', { name: 'People in this gallery' });
  const person = (number: number) => strip.getByRole('button', { name: new RegExp(`^Person ${number} `) });
  const chosen = strip.getByRole('button', { pressed: true });
  const all = new RegExp(`/gallery/${gallery.id}$`);
  const only = (at: number) => new RegExp(`/gallery/${gallery.id}\\?person=${people[at]?.id}$`);
  const first = people.findIndex(({ number }) => number === 1);
  const second = people.findIndex(({ number }) => number === 2);

  await test.step('also after another one was chosen, and after a reload', async () => {
    await person(1).click();
    await expect(page).toHaveURL(only(first));
    await person(2).click();
    await expect(page).toHaveURL(only(second));
    await page.reload();
    await expect(chosen).toContainText('Person 2');
    await page.goBack();
    await expect(page).toHaveURL(all);
    await expect(chosen).toHaveCount(0);
  });

  await test.step('a dialog and a menu take one step back of their own', async () => {
    await person(1).click();
    for (const opener of [
      page.getByRole('button', { name: 'Faces and more' }),
      page.getByRole('button', { name: `More actions for ${gallery.name}` }),
      page.getByRole('button', { name: /^Upload/ }).first(),
    ]) {
      await opener.click();
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
      await expect(page).toHaveURL(only(first));
      await expect(chosen).toContainText('Person 1');
    }
  });

  await test.step('a person chosen in the open photo replaces the one before', async () => {
    await page
      .getByRole('button', { name: /^Open sample/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog');
    await viewer
      .getByRole('button', { name: /^Person [2-9]/ })
      .first()
      .click();
    await expect(viewer).toHaveCount(0);
    await expect(chosen).not.toContainText('Person 1');
    await page.goBack();
    await expect(page).toHaveURL(all);
  });

  await test.step('showing all goes the same step back', async () => {
    await person(1).click();
    await expect(page).toHaveURL(only(first));
    await strip.getByRole('button', { name: 'Show all' }).click();
    await expect(page).toHaveURL(all);
    await page.goBack();
    await expect(page).toHaveURL(/\/gallery$/);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('a button says that several photos can be selected, and begins it', async ({ page, context }) => {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
    await signInAs(context, photographer);
    await page.goto(`/gallery/${gallery.id}`);
    const photo = (name: string) => page.getByRole('button', { name: new RegExp(`^Open ${name}`) });
    const bar = page.getByRole('region', { name: 'Selection' });
    const pick = page.getByRole('button', { name: 'Select photos' });
    await pick.tap();
    await photo('sample1').tap();
    await photo('sample2').tap();
    await expect(bar).toContainText('2');
    await look(page, 'select-by-touch');
    await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}$`));
    await bar.getByRole('button', { name: 'Clear selection' }).tap();
    await expect(bar).toHaveCount(0);
    await pick.tap();
    await page.getByRole('button', { name: 'Cancel', exact: true }).tap();
    await expect(pick).toBeVisible();
    await photo('sample1').tap();
    await expect(page).toHaveURL(/photo=/);
  });

  const bars = {
    en: { selection: 'Selection', pick: 'Select photos' },
    de: { selection: 'Auswahl', pick: 'Fotos auswählen' },
  };
  for (const language of languages)
    test(`the bar of the selection covers no photo that is about to be selected, ${language}`, {
      tag: ONLY_IN_ALL,
    }, async ({ page, context }) => {
      const photographer = await newUser('photographer');
      const gallery = await newGallery({ photographer });
      await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
      // People that are found meanwhile would move the photos below a place that was measured.
      await peopleOf(gallery, photographer);
      await signInAs(context, photographer, language);
      await page.goto(`/gallery/${gallery.id}`);
      const word = bars[language];
      const navigation = page.locator('nav[data-sticky-bar="end"]');
      const bar = page.getByRole('region', { name: word.selection });
      const photo = page.locator('[data-photo-index="1"]');
      await page.getByRole('button', { name: word.pick }).tap();
      await scrollAboveNavigation(photo);
      const before = (await photo.boundingBox())!;
      const place = { x: before.x + before.width / 2, y: before.y + before.height - 12 };
      await page.touchscreen.tap(place.x, place.y);
      await expect(bar).toContainText('1');
      await expectUncovered(photo);
      expect((await bar.boundingBox())!.y).toBeGreaterThanOrEqual((await navigation.boundingBox())!.y);
      for (const button of await bar.getByRole('button').all()) {
        const { width, height } = (await button.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
        expect(await button.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      }
      await expectFitsWidth(page);
      // Above it axe takes ticks that the header covers for small ones.
      await expectAccessible(page, '[data-selection-bar]');
      // The same place is still that photo.
      await page.touchscreen.tap(place.x, place.y);
      await expect(bar).toHaveCount(0);
      await photo.tap();
      await look(page, `selection-bar-${language}`);
    });

  test('a visitor of a link, who has no navigation, sees the selected photo above the bar', {
    tag: ONLY_IN_ALL,
  }, async ({ page }) => {
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 4));
    const { url } = await expectSuccess(
      photographer.call<{ url: string }>('POST', `/galleries/${gallery.id}/links`, {}),
    );
    await page.goto(url);
    const photo = page.locator('[data-photo-index="3"]');
    await page.getByRole('button', { name: 'Select photos' }).tap();
    await scrollAboveNavigation(photo);
    const before = (await photo.boundingBox())!;
    await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height - 12);
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1');
    await expect(async () => expectUncovered(photo)).toPass();
  });
});

test('a mouse is offered a tick on the photo instead', { tag: ONLY_IN_ALL }, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByRole('button', { name: /^Open sample1/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select photos' })).toHaveCount(0);
});

test('a gallery for an event without a club is refused where one sees why', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const event = await newEvent([], photographer);
  // Of two events none is chosen beforehand.
  const ofClub = await newEvent([await newClub()], photographer);
  await signInAs(context, photographer);
  await page.goto('/admin/gallery/create');
  const field = (label: string) => page.getByRole('combobox', { name: label });
  const create = page.getByRole('button', { name: 'Create gallery' });
  /** The reason is in sight, and nothing lies on it. */
  const expectReason = async (text: string) => {
    const reason = page.getByText(text);
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() =>
        reason.evaluate((shown) => {
          const { left, top, width, height } = shown.getBoundingClientRect();
          return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      )
      .toBe(true);
  };
  await page.getByRole('textbox', { name: 'Name' }).fill('Second half');
  await create.click();
  await expect(field('Event')).toBeFocused();
  await expectReason('Event is required');
  await expect(page.getByText('Select at least one club')).toHaveCount(0);

  await field('Event').click();
  await page.getByRole('option', { name: event.name }).click();
  await create.click();
  await expect(field('Additional clubs')).toBeFocused();
  await expectReason('Select at least one club');
  await field('Additional clubs').press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');

  await field('Event').click();
  await page.getByRole('option', { name: ofClub.name }).click();
  await expect(page.getByText('Select at least one club')).toHaveCount(0);
  await create.click();
  await expect(page.getByText('Second half was created.')).toBeVisible();
});
