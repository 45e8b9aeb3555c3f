import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { newGallery, newUser, samplePhotos, uploadPhotos } from './support/test-data.ts';

/** The back button closes overlays, unsaved changes are kept unless discarded, and drafts survive a reload. */

const ask = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Create event' });
const name = (page: Page) => form(page).getByLabel('Name');

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Create event' }).first().click();
  await expect(name(page)).toBeFocused();
}

test('the back button closes a dialog, a sheet and a menu, and leaves the page only then', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await signInAs(context, photographer);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Events' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();

  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('menu');
  await openForm(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Language' }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  await page.getByRole('link', { name: 'Galleries' }).first().click();
  await page.getByRole('link', { name: gallery.name }).click();
  await page.getByRole('button', { name: `More actions for ${gallery.name}` }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}$`));
});

test('a form with something typed asks before it goes, one without does not', async ({ page, context }) => {
  await signInAs(context, await newUser('photographer'));
  await page.goto('/');
  await page.getByRole('link', { name: 'Events' }).first().click();
  await openForm(page);
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);

  await openForm(page);
  await name(page).fill('Night cup');
  const ways = {
    escape: () => page.keyboard.press('Escape'),
    outside: () => page.mouse.click(5, 300),
    back: () => page.goBack(),
  };
  for (const leave of Object.values(ways)) {
    await leave();
    await expect(ask(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ask(page)).toHaveCount(0);
    await expect(name(page)).toHaveValue('Night cup');
  }
  await page.keyboard.press('Escape');
  await ask(page).getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
  await openForm(page);
  await expect(name(page)).toHaveValue('');
});

test('a reload keeps what was typed, but no password; discarding and signing out forget it', async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser('admin'));
  await page.goto('/users');
  const open = () => page.getByRole('button', { name: 'Create user' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await open();
  await dialog.getByLabel('Username').fill('frieda');
  await dialog.getByLabel(/^Password/).fill('correct horse');
  await dialog.getByLabel('Confirm password').fill('correct horse');
  await page.reload();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('horse');
  await open();
  await expect(dialog.getByLabel('Username')).toHaveValue('frieda');
  await expect(dialog.getByLabel(/^Password/)).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await open();
  await expect(dialog.getByLabel('Username')).toHaveValue('');
  await dialog.getByLabel('Username').fill('frieda');
  await page.reload();
  await page.goto('/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('frieda');
});

test('the page that makes a gallery keeps what was typed over a reload', async ({ page, context }) => {
  await signInAs(context, await newUser('photographer'));
  await page.goto('/admin/gallery/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('First half');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('First half');
});
