import { expect, type Page } from '@playwright/test';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { expectSuccess, newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test.use({ viewport: viewports.phone });

const words = {
  en: {
    ask: 'Please hide this photo',
    reason: /^Reason/,
    contact: /^How can you be reached/,
    submit: 'Hide this photo',
    hidden: 'The photo is hidden.',
    own: 'Your requests',
    undo: 'Undo',
    waiting: 'You asked to hide a photo',
    request: '1 hidden photo to decide',
    badge: 'Hidden',
    answer: /^A sentence to the person/,
    missing: 'Please say why the photo is shown again.',
    showAgain: 'Show it again',
    shown: 'The photo is shown again',
  },
  de: {
    ask: 'Bitte dieses Foto ausblenden',
    reason: /^Grund/,
    contact: /^Wie sind Sie erreichbar/,
    submit: 'Foto ausblenden',
    hidden: 'Das Foto ist ausgeblendet.',
    own: 'Ihre Bitten',
    undo: 'Doch nicht',
    waiting: 'Sie haben gebeten, ein Foto auszublenden',
    request: 'Über 1 ausgeblendetes Foto entscheiden',
    badge: 'Ausgeblendet',
    answer: /^Ein Satz an die Person/,
    missing: 'Bitte sagen Sie, warum das Foto wieder gezeigt wird.',
    showAgain: 'Wieder zeigen',
    shown: 'Das Foto ist wieder zu sehen',
  },
};

for (const language of languages)
  test(`a visitor takes a photo down, it is gone for others, and the photographer decides (${language})`, async ({
    browser,
  }) => {
    const t = words[language];
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
    const { token } = await expectSuccess(
      photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, { name: 'Eltern U13' }),
    );
    const context = () => browser.newContext({ locale: language, reducedMotion: 'reduce' });
    const visitor = await (await context()).newPage();
    const tiles = (page: Page) => page.locator('[data-photo-index]');

    await test.step('the visitor hides a photo by mistake, and takes it back', async () => {
      await visitor.goto(`/gallery/shared/${token}`);
      await tiles(visitor).first().click();
      await visitor.getByRole('button', { name: t.ask }).click();
      await visitor.getByRole('dialog', { name: t.ask }).getByRole('button', { name: t.submit }).click();
      await expect(tiles(visitor)).toHaveCount(1);
      await lookEverywhere(visitor, `takedown-own-${language}`);
      await visitor.getByRole('region', { name: t.own }).getByRole('button', { name: t.undo }).click();
      await expect(tiles(visitor)).toHaveCount(2);
      await expect(visitor.getByText(t.waiting)).toHaveCount(0);
    });

    await test.step('the visitor points at a face in the photo and gives a reason', async () => {
      await tiles(visitor).first().click();
      await visitor.getByRole('button', { name: t.ask }).click();
      const dialog = visitor.getByRole('dialog', { name: t.ask });
      await dialog.locator('[data-markable]').click();
      await dialog.getByRole('textbox', { name: t.reason }).fill('Bitte nicht ins Netz');
      await dialog.getByRole('textbox', { name: t.contact }).fill('mum@example.org');
      await expectAccessible(visitor);
      await dialog.getByRole('button', { name: t.submit }).click();
      await expect(visitor.getByText(t.hidden)).toBeVisible();
      await expect(tiles(visitor)).toHaveCount(1);
      await expect(visitor.getByRole('region', { name: t.own }).getByText(t.waiting)).toBeVisible();
      await expectAccessible(visitor);
    });

    await test.step('nobody else sees the photo, nor the request', async () => {
      const other = await (await context()).newPage();
      await other.goto(`/gallery/shared/${token}`);
      await expect(tiles(other)).toHaveCount(1);
      await expect(other.getByText(t.waiting)).toHaveCount(0);
      const member = await context();
      await signInAs(member, await newUser(), language);
      const page = await member.newPage();
      await page.goto(`/gallery/${gallery.id}`);
      await expect(tiles(page)).toHaveCount(1);
      await expect(page.getByRole('link', { name: t.request })).toHaveCount(0);
    });

    await test.step('the photographer sees it with a badge, and decides with a sentence', async () => {
      const own = await context();
      await signInAs(own, photographer, language);
      const page = await own.newPage();
      await page.goto(`/gallery/${gallery.id}`);
      await expect(tiles(page)).toHaveCount(2);
      await expect(page.getByText(t.badge, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: t.request }).click();
      await expect(page.getByText('Bitte nicht ins Netz')).toBeVisible();
      await expect(page.getByText(/mum@example\.org/)).toBeVisible();
      await expect(page.getByText(/Eltern U13/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t.showAgain }).click();
      await expect(page.getByText(t.missing)).toBeVisible();
      await page.getByRole('textbox', { name: t.answer }).fill('Das ist ein anderes Kind.');
      await page.getByRole('button', { name: t.showAgain }).click();
      await expect(page.getByRole('button', { name: t.showAgain })).toHaveCount(0);
    });

    await test.step('the visitor reads the answer by the same link and puts it away', async () => {
      await visitor.reload();
      await expect(tiles(visitor)).toHaveCount(2);
      const own = visitor.getByRole('region', { name: t.own });
      await expect(own.getByText(t.shown)).toBeVisible();
      await expect(own.getByText(/Das ist ein anderes Kind\./)).toBeVisible();
      await own.getByRole('button').click();
      await expect(own).toHaveCount(0);
    });
  });
