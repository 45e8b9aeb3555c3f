import { expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look } from './support/browser.ts';
import { openGuestPhotosPage } from './support/guest-photos-page.ts';
import { test } from './support/test.ts';
import { samplePhotos } from './support/test-data.ts';

const words = {
  en: {
    send: /^Send 3 photos$/,
    waiting: 'Waits for an editor',
    notSent: '2 photos were not sent',
    close: 'Close',
  },
  de: {
    send: /^3 Fotos senden$/,
    waiting: 'Wartet auf die Durchsicht',
    notSent: '2 Fotos wurden nicht gesendet',
    close: 'Schließen',
  },
} as const;

/** Loads the page anew as somebody does who says yes to the question of the browser, if there is one. */
async function leave(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.once('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  page.removeAllListeners('dialog');
  return asked;
}

for (const language of languages)
  test(`a guest is asked before photos are left unsent, and told of them on return (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const t = words[language];
    const page = await openGuestPhotosPage(browser, language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await leave(page)).toEqual([]);

    await page.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 3));
    const sendButton = page.getByRole('button', { name: t.send });
    await expect(sendButton).toBeVisible();
    // Of three photos one arrives; the others stay on their way.
    let begun = 0;
    await page.route('**/uploads', async (route) => {
      begun += 1;
      if (begun === 1) await route.continue();
    });
    await sendButton.click();
    await expect(page.getByText(t.waiting)).toHaveCount(1, { timeout: 60_000 });
    expect(await leave(page)).toEqual(['beforeunload']);

    const notice = page.getByRole('status').filter({ hasText: t.notSent });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await expectFitsWidth(page);
    await look(page, `not-sent-${language}`);
    expect(await leave(page)).toEqual([]);
    await expect(notice).toBeVisible();

    // Chosen again, they are sent, and nothing is said any more.
    await page.unroute('**/uploads');
    await page.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 3));
    await sendButton.click();
    await expect(page.getByText(t.waiting)).toHaveCount(3, { timeout: 60_000 });
    await expect(notice).toHaveCount(0);
    expect(await leave(page)).toEqual([]);
    await expect(page.getByText(t.waiting)).toHaveCount(3);
    await expect(notice).toHaveCount(0);
  });

test('what was only chosen counts too, and the notice can be closed for good', { tag: ONLY_IN_ALL }, async ({
  browser,
}) => {
  const page = await openGuestPhotosPage(browser, 'en');
  await page.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 2));
  await expect(page.getByRole('button', { name: 'Send 2 photos' })).toBeVisible();
  expect(await leave(page)).toEqual(['beforeunload']);
  const notice = page.getByRole('status').filter({ hasText: words.en.notSent });
  await notice.getByRole('button', { name: words.en.close }).click();
  await expect(notice).toHaveCount(0);
  expect(await leave(page)).toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
