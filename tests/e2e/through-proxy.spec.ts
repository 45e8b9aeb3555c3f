import { expect } from '@playwright/test';
import sharp from 'sharp';
import { hasProxy, startProxy } from '#tests/support/proxies.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInByForm } from './support/browser.ts';
import { serverUrl } from './support/server-url.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser } from './support/test-data.ts';

type Family = { people: { id: string; consents: { purpose: string; text: { version: string } }[] }[] };

test.skip(!hasProxy('nginx'), 'nginx is not here');

test('through nginx as it comes, with at most 1 MB at once, people sign in, search with a picture and import a list', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  const [user, club] = [await newUser(), await newClub()];
  await join(club, user, true);
  await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${user.id}`));
  await expectSuccess(
    (await adminUser()).call('POST', `/clubs/${club.id}/people`, { first_name: 'Ada', user_id: user.id }),
  );
  const [self] = (await expectSuccess(user.call<Family>('GET', '/family'))).people;
  const find = self?.consents.find(({ purpose }) => purpose === 'find');
  await expectSuccess(
    user.call('POST', `/family/people/${self?.id}/consents`, {
      purpose: 'find',
      answer: 'yes',
      language: 'en',
      text_version: find?.text.version,
    }),
  );
  const proxy = await startProxy('nginx', serverUrl());
  const sizes: number[] = [];
  page.on('request', (request) => sizes.push(request.postDataBuffer()?.length ?? 0));
  try {
    await page.goto(`${proxy.url}/login`);
    await signInByForm(page, user);
    await expect(page).not.toHaveURL(/login/);
    await page.goto(`${proxy.url}/my-photos`);
    await page.getByRole('button', { name: 'Find by a picture' }).click();
    const side = 2_400;
    const noise = {
      width: side,
      height: side,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    } as const;
    const picture = await sharp({ create: { background: '#888', ...noise } })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(4e6);
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer: picture });
    await expect(dialog.getByText('No face was found in the picture.')).toBeVisible({ timeout: 60_000 });

    await page.goto(`${proxy.url}/clubs/${club.id}/import`);
    const lines = Array.from(
      { length: 4_000 },
      (_, i) =>
        `Anna${i};Müller${i};anna${i}.mueller@verein-${i}.example;${'Straße der Jugend 12, 20095 Hamburg;'.repeat(11)}`,
    );
    const list = Buffer.from(['Vorname;Nachname;E-Mail', ...lines].join('\n'));
    expect(list.length).toBeGreaterThan(1_700_000);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose/ }).click();
    await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: list });
    await expect(page.getByRole('table')).toContainText('Müller0', { timeout: 60_000 });
    expect(Math.max(...sizes)).toBeLessThan(1_048_576);
  } finally {
    await proxy.close();
  }
});
