import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectFitsWidth } from './support/accessibility.ts';
import { look } from './support/browser.ts';
import { openGuestPhotosPage } from './support/guest-photos-page.ts';
import { test } from './support/test.ts';
import { samplePhotos } from './support/test-data.ts';

const words = {
  en: {
    send: /^Send 3 photos$/,
    offline: /^No connection\./,
    speed: /per second/,
    waiting: 'Waits for an editor',
  },
  de: {
    send: /^3 Fotos senden$/,
    offline: /^Keine Verbindung\./,
    speed: /pro Sekunde/,
    waiting: 'Wartet auf die Durchsicht',
  },
} as const;

for (const language of languages)
  test(`a guest without a connection reads that it is gone, and no speed (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const t = words[language];
    const page = await openGuestPhotosPage(browser, language);
    await page.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 3));
    // The first photo arrives after the speed was measured; the others stay on their way.
    let begun = 0;
    await page.route('**/uploads', async (route) => {
      begun += 1;
      if (begun > 1) return;
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await route.continue();
    });
    // The answer about what was sent is not there yet when the connection goes.
    await page.route('**/trpc/**guestPhotos.mine*', () => undefined);
    await page.getByRole('button', { name: t.send }).click();
    await expect(page.getByText(/^1 (of|von) 3 /)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(t.speed)).toBeVisible();
    // Nothing moves any more, although the browser does not know that the connection is gone.
    await expect(page.getByText(t.speed)).toHaveCount(0, { timeout: 60_000 });

    await page.context().setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: t.offline })).toBeVisible();
    await expectFitsWidth(page);
    await look(page, `guest-offline-${language}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await expect(page.getByText(t.offline)).toHaveCount(0);
    await page.context().close();
  });
