import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    title: /^Upload photos to/,
    newer: '2 look like newer versions of photos here',
    uploaded: '3 of 3 photos uploaded',
    replace: 'Replace',
    replaced: '2 photos have been replaced',
    show: 'Show the photos',
  },
  de: {
    title: /^Fotos in .* hochladen/,
    newer: '2 Fotos sehen aus wie neuere Fassungen von Fotos hier',
    uploaded: '3 von 3 Fotos hochgeladen',
    replace: 'Ersetzen',
    replaced: '2 Fotos sind ersetzt',
    show: 'Fotos ansehen',
  },
} as const;

for (const language of ['en', 'de'] as const)
  test(`corrected photos that are uploaded again take the places of those there (${language})`, {
    tag: language === 'de' ? ONLY_IN_ALL : [],
  }, async ({ context, page }) => {
    const t = words[language];
    const folder = await mkdtemp(join(tmpdir(), 'clublens-newer-'));
    const [first = '', second = '', third = ''] = samplePhotos;
    const corrected = await Promise.all(
      [first, second].map(async (photo) => {
        const path = join(folder, basename(photo));
        await sharp(photo).linear(1.15, 0).keepExif().toFile(path);
        return path;
      }),
    );
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, [first, second]);
    await signInAs(context, photographer, language);
    await page.setViewportSize(viewports.phone);
    await page.goto(`/gallery/${gallery.id}?upload=1`);
    const dialog = page.getByRole('dialog', { name: t.title });
    await dialog.getByTestId('upload-files').setInputFiles([...corrected, third]);
    await expect(dialog.getByText(t.uploaded)).toBeVisible();
    const offer = dialog.getByRole('region', { name: t.newer });
    await expect(offer).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `newer-versions-${language}`);
    await offer.getByRole('button', { name: t.replace }).click();
    await toast(page, t.replaced);
    await expect(offer).toHaveCount(0);
    await dialog.getByRole('button', { name: t.show }).click();
    // The two that were there, and the one that was new.
    await expect(page.locator('[data-photo-index]')).toHaveCount(3);
    await rm(folder, { recursive: true });
  });
