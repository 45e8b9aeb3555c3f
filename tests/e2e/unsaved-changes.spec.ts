import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newGallery,
  newUser,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/** The back button closes overlays, unsaved changes are kept unless discarded, and drafts survive a reload. */

const ask = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Create event' });
const name = (page: Page) => form(page).getByRole('textbox', { name: 'Name', exact: true });

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
  await page.setViewportSize(viewports.phone);
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

test('a form with something typed asks before it goes, one without does not', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
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

test('a reload keeps what was typed, but no password; discarding and signing out forget it', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
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
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('frieda');
});

test('the page that makes a gallery keeps what was typed over a reload', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser('photographer'));
  await page.goto('/admin/gallery/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('First half');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('First half');
  // What was not saved must not pass for what was.
  await expect(page.getByText('Unsaved changes were brought back.')).toBeVisible();
  await lookEverywhere(page, 'draft-restored');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('an address that changes while the profile is open is not changed back with another field', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const user = await newUser();
  await signInAs(context, user);
  await page.goto('/profile');
  await page.getByLabel('About you').fill('Goalkeeper');
  const email = `new-${user.username}@example.org`;
  await expectSuccess(user.call('PUT', '/users/profile', { email }));
  // Makes the page ask for its user anew.
  const { call } = await adminUser();
  await expectSuccess(
    call('POST', `/users/${user.id}/roles`, { user_id: user.id, role_name: 'photographer' }),
  );
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('About you')).toHaveValue('Goalkeeper');
  await page
    .locator('form')
    .filter({ has: page.getByLabel('About you') })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  const stored = await expectSuccess(user.call<{ email: string; bio: string }>('GET', '/users/profile'));
  expect(stored).toMatchObject({ email, bio: 'Goalkeeper' });
});
