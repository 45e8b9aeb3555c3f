import { expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { look } from './support/browser.ts';
import { test } from './support/test.ts';
import { expectSuccess, newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: { password: 'Password', open: 'Open gallery', all: 'Download all photos' },
  de: { password: 'Passwort', open: 'Galerie öffnen', all: 'Alle Fotos herunterladen' },
} as const;

for (const language of languages)
  test(`an open link whose password was changed asks for it again and goes on where it was (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const t = words[language];
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer, visibility: 'private' });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
    const link = await expectSuccess(
      photographer.call<{ id: string; token: string }>('POST', `/galleries/${gallery.id}/links`, {
        name: 'Parents',
        password: 'first word',
        allow_download: true,
      }),
    );
    const change = (password: string) =>
      expectSuccess(photographer.call('PUT', `/galleries/links/${link.id}`, { password }));
    const context = await browser.newContext({ locale: language, viewport: viewports.phone });
    const page = await context.newPage();
    const unlock = async (password: string) => {
      await page.getByRole('textbox', { name: t.password }).fill(password);
      await page.getByRole('button', { name: t.open }).click();
    };
    const pictureWidth = (of: Page) =>
      of
        .locator('dialog img, [role=dialog] img')
        .last()
        .evaluate((img: HTMLImageElement) => img.naturalWidth);
    await page.goto(`/gallery/shared/${link.token}`);
    await unlock('first word');
    const tiles = page.getByRole('group').locator('[data-photo-index]');
    await expect(tiles).toHaveCount(2);

    // The picture of the viewer is the first that is asked for with the old proof.
    await change('second word');
    await tiles.last().click();
    const prompt = page.getByRole('button', { name: t.open });
    await expect(prompt).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await look(page, `password-again-${language}`);
    await unlock('second word');
    await expect(page.getByText('2 / 2')).toBeVisible();
    await expect.poll(() => pictureWidth(page)).toBeGreaterThan(100);
    await page.keyboard.press('Escape');

    await change('third word');
    await page.getByRole('button', { name: t.all }).click();
    await expect(prompt).toBeVisible();
    await unlock('third word');
    await expect(tiles).toHaveCount(2);
    await context.close();
  });
