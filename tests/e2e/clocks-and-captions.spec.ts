import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, replaceAnswers, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    question: /clock of Canon EOS R6 Mark II ·1234 seems .* behind/,
    corrected: /later than their files say/,
    show: /Captions for readers/,
  },
  de: {
    question: /Uhr von Canon EOS R6 Mark II ·1234 geht anscheinend .* nach/,
    corrected: /später, als ihre Dateien sagen/,
    show: /Bildunterschriften/,
  },
} as const;
const camera = 'Canon EOS R6 Mark II ·1234';
const clocks = {
  question: { camera, reference: 'NIKON Z 8 ·0042', late_by_s: 3612 },
  corrected: [{ camera, late_by_s: 3612 }],
};
const caption =
  'Das 2:1 kurz vor der Pause: Nach der Ecke von links steht der Ball plötzlich frei vor dem Tor, und der Torwart ist noch unterwegs.';

const answers: Parameters<typeof replaceAnswers>[1] = {
  'galleries.get': (fromServer) => ({
    ...(fromServer as object),
    has_cameras: true,
    shows_captions: true,
  }),
  'cameraClocks.get': () => clocks,
  'photos.caption': () => ({ caption }),
};

for (const language of ['en', 'de'] as const)
  test(`what is asked about clocks, and captions, fit everywhere (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser, context, page }) => {
    const t = words[language];
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
    await replaceAnswers(context, answers);
    await signInAs(context, photographer, language);
    await page.setViewportSize(viewports.phone);
    await page.goto(`/gallery/${gallery.id}`);
    await expect(page.getByText(t.question)).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `clock-question-${language}`);

    await page.goto(`/admin/gallery/${gallery.id}/manage`);
    await expect(page.getByText(t.corrected)).toBeVisible();
    await expect(page.getByLabel(t.show)).toBeVisible();
    await expectFitsWidth(page);
    await lookEverywhere(page, `clocks-and-captions-managed-${language}`);

    const reading = await browser.newContext({ viewport: viewports.phone });
    await replaceAnswers(reading, answers);
    await signInAs(reading, await newUser(), language);
    const reader = await reading.newPage();
    await reader.goto(`/gallery/${gallery.id}`);
    await reader.locator('[data-photo-index]').first().click();
    await expect(reader.getByText('1 / 2')).toBeVisible();
    await reader.keyboard.press('i');
    await expect(reader.getByText(caption)).toBeVisible();
    await expectFitsWidth(reader);
    await lookEverywhere(reader, `caption-read-${language}`);
    await reading.close();
  });
