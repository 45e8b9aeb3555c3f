import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test.afterEach(async () => {
  const { call } = await adminUser();
  await expectSuccess(
    call('PUT', '/settings', { name: 'Clublens', registration: 'open', allow_past_events: false }),
  );
});

test('an administrator closes registration, and the sign-in page says whom to ask', { tag: ROAD }, async ({
  browser,
  context,
  page,
}) => {
  await signInAs(context, await adminUser());
  await page.goto('/admin/settings');
  await expect(page.getByRole('radio', { name: 'Anybody may register' })).toBeChecked();
  await page.getByRole('radio', { name: 'Only administrators make accounts' }).check();
  await toast(page, 'The setting was saved.');

  const stranger = await browser.newContext({ viewport: viewports.phone, locale: 'de-DE' });
  const theirs = await stranger.newPage();
  await theirs.goto('/login');
  await expect(theirs.getByText('Bitten Sie die Administratoren Ihres Vereins um ein Konto.')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Konto anlegen' })).toHaveCount(0);
  await theirs.goto('/register');
  await expect(theirs.getByText('Neue Konten legen hier die Administratoren an.')).toBeVisible();
  await expect(theirs.getByRole('textbox')).toHaveCount(0);
  await stranger.close();

  await page.goto('/admin');
  await expect(page.getByText('Changed the server settings').first()).toBeVisible();
});

test('the name of the installation stands on its pages, for strangers too', { tag: ONLY_IN_ALL }, async ({
  browser,
  context,
  page,
}) => {
  const name = 'TSV Nord & Freunde';
  await signInAs(context, await adminUser());
  await page.goto('/admin/settings');
  const field = page.getByRole('textbox', { name: 'Name of this installation' });
  await expect(field).toHaveValue('Clublens');
  await expect(page.getByText('PUBLIC_URL=https://photos.club.example')).toBeVisible();
  await field.fill(' ');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await field.fill(name);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await toast(page, 'The setting was saved.');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page).toHaveTitle(`Server settings · ${name}`);

  const stranger = await browser.newContext({ viewport: viewports.phone, locale: 'de-DE' });
  const theirs = await stranger.newPage();
  const response = await theirs.goto('/login');
  expect(await response?.text()).toContain('<title>TSV Nord &amp; Freunde</title>');
  await expect(theirs.getByText(name)).toBeVisible();
  await expect(theirs).toHaveTitle(new RegExp(`· ${name}$`));
  await stranger.close();
});

test('an event of yesterday is entered where the settings allow it', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await signInAs(context, await adminUser());
  await page.goto('/admin/settings');
  // Not check(): it demands the new state in the same instant, before the component has heard of the call.
  const allowed = page.getByRole('switch', { name: 'Events may lie in the past' });
  await allowed.click();
  await expect(allowed).toBeChecked();
  await toast(page, 'The setting was saved.');
  await page.goto('/events');
  await page.getByRole('button', { name: 'Create event' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Late entry ${Date.now()}`);
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByRole('button', { name: 'Create event' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a backup is made in a folder of the server by one press', async ({ context, page }) => {
  await signInAs(context, await adminUser());
  await page.goto('/admin');
  await page.getByRole('link', { name: 'No backup yet' }).click();
  const field = page.getByRole('textbox', { name: 'Folder for the backup' });
  await expect(field).toBeInViewport();
  await field.fill('backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'The server has no such folder. Please make it first, or correct its name',
  );
  const folder = await mkdtemp(join(tmpdir(), 'clublens-press-'));
  await field.fill(folder);
  await lookEverywhere(page, 'backup-folder');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await toast(page, 'The backup has begun. You can leave this page.');
  await expect(page.getByText(/^Last proven/)).toBeVisible({ timeout: 120_000 });
  await lookEverywhere(page, 'backup-made');
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: /^Last backup/ })).toBeVisible();
  await rm(folder, { recursive: true });
});
