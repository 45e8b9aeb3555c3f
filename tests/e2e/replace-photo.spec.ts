import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible } from './support/accessibility.ts';
import { lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

const words = {
  en: {
    more: 'More',
    replace: 'Replace …',
    replaced: 'The photo has been replaced',
    another: 'The file shows another shot. Nothing was changed.',
    details: 'Details',
    kept: /^Replaced; the version before is kept until/,
    back: 'Bring back',
    isBack: 'The version before is back',
  },
  de: {
    more: 'Mehr',
    replace: 'Ersetzen …',
    replaced: 'Das Foto ist ersetzt',
    another: 'Die Datei zeigt eine andere Aufnahme. Nichts wurde geändert.',
    details: 'Details',
    kept: /^Ersetzt; die Fassung davor bleibt bis/,
    back: 'Zurückholen',
    isBack: 'Die Fassung davor ist wieder da',
  },
} as const;

for (const language of languages)
  test(`a corrected file takes the place of a photo, and the one before comes back (${language})`, async ({
    context,
    page,
  }) => {
    const t = words[language];
    const folder = await mkdtemp(join(tmpdir(), 'clublens-replace-'));
    const corrected = join(folder, 'corrected.jpg');
    await sharp(samplePhotos[0]).linear(1.15, 0).keepExif().toFile(corrected);
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
    await signInAs(context, photographer, language);
    await page.goto(`/gallery/${gallery.id}`);
    await page.locator('[data-photo-index]').first().click();
    const replaceBy = async (file: string) => {
      await page.getByRole('button', { name: t.more, exact: true }).click();
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: t.replace }).click();
      await (await chosen).setFiles(file);
    };

    await replaceBy(samplePhotos[1]!);
    await toast(page, t.another);
    await replaceBy(corrected);
    await toast(page, t.replaced);
    await page.keyboard.press('i');
    await expect(page.getByText(t.kept)).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `replaced-${language}`);
    await page.getByRole('complementary').getByRole('button', { name: t.back }).click();
    await toast(page, t.isBack);
    await rm(folder, { recursive: true });
  });
