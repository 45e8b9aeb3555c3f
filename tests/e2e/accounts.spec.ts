import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newUser, password, unique } from './support/test-data.ts';

test('an administrator creates, changes and deletes accounts', { tag: ROAD }, async ({ context, page }) => {
  const username = unique('anna').replace(' ', '.');
  await signInAs(context, await adminUser());
  await page.goto('/users');
  await expect(page.getByText(/^Showing 1 to \d+ of \d+$/)).toBeVisible();

  await page.getByRole('button', { name: 'Create user' }).click();
  const create = page.getByRole('dialog', { name: 'Create user' });
  await create.getByLabel('Username').fill(username);
  await create.getByLabel('Email').fill(`${username}@example.org`);
  await create.getByLabel('First name').fill('Anna');
  await create.getByLabel('Last name').fill(username);
  await create.getByLabel(/^Password/).fill(password);
  await create.getByLabel('Confirm password').fill('something else');
  await create.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Photographer' }).click();
  await create.getByRole('button', { name: 'Create user' }).click();
  await expect(create.getByText('Passwords do not match')).toBeVisible();
  await create.getByLabel('Confirm password').fill(password);
  await create.getByRole('button', { name: 'Create user' }).click();
  await toast(page, `Anna ${username} was created.`);

  await page.getByRole('searchbox').fill(username);
  await expect(page.getByRole('row', { name: /Photographer/ })).toHaveCount(1);
  await page
    .getByRole('button', { name: `Show and edit Anna ${username}` })
    .first()
    .click();
  const edit = page.getByRole('dialog', { name: `Anna ${username}` });
  await expect(edit.getByText('Never')).toBeVisible();
  await edit.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Administrator', exact: true }).click();
  await edit.getByLabel('First name').fill('Annabel');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole('row', { name: /Annabel.*Administrator/ })).toHaveCount(1);

  await page.getByRole('checkbox', { name: `Select Annabel ${username}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete user' }).click();
  const ask = page.getByRole('dialog', { name: /^Delete “Annabel / });
  await expect(ask).toContainText('This action cannot be undone.');
  await ask.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('No users found for your search')).toBeVisible();
});

test('people change their name, their few words and their password', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const user = await newUser();
  await signInAs(context, user);
  await page.goto('/profile');
  await expect(page.getByText('Your password was chosen for you.')).toBeVisible();

  await page.getByLabel('Full name').fill('Maxi von Muster');
  await page.getByLabel('About you').fill('Left wing');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Your profile was saved.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Maxi von Muster', level: 1 })).toBeVisible();
  await expect(page.getByLabel('About you')).toHaveValue('Left wing');
  await expect(page.getByText('Your password was chosen for you.')).toBeVisible();

  // The notice itself goes with the old password.
  await page
    .getByRole('region', { name: 'Password' })
    .getByRole('button', { name: 'Change password' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByLabel('New password', { exact: true }).fill('a new long secret');
  await dialog.getByLabel('Confirm new password').fill('a new long secret');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Current password').fill(user.password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await toast(page, 'Your password was changed. Other devices were signed out.');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your password was chosen for you.')).toBeHidden();
});

test('an administrator without help makes themselves photographer, with a gallery or on the profile', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const lone = await newUser('admin');
  const gallery = unique('Own photos');
  const event = unique('Training');
  await expectSuccess(
    lone.call('POST', '/events', {
      name: event,
      slug: event.toLowerCase().replace(' ', '-'),
      event_date: '2035-01-01',
    }),
  );
  await signInAs(context, lone);
  await page.goto('/admin/gallery/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(gallery);
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: event }).click();
  await expect(page.getByRole('combobox', { name: 'Photographer' })).toHaveValue(
    /with the photographer role from now on/,
  );
  await page.getByText('Public', { exact: true }).click();
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await toast(page, `${gallery} was created.`);

  await page.goto('/profile');
  const own = page.getByRole('switch', { name: 'I take photos too' });
  await expect(own).toBeChecked();
  await own.click();
  await expect(own).not.toBeChecked();
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
});

test('notifications are counted, read one by one and all at once', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  await signInAs(context, await newUser());
  await page.goto('/settings');
  await page.getByRole('button', { name: '3 unread notifications' }).click();
  await page.getByRole('link', { name: 'Find your club and ask to become a member' }).click();
  await expect(page).toHaveURL(/\/clubs$/);
  await expect(page.getByRole('button', { name: '2 unread notifications' })).toBeVisible();
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('settings change language and theme at once and stay', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  await signInAs(context, await newUser());
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await page.getByText('Dunkel', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible();
});

const places = {
  en: {
    here: 'This device',
    others: 'Sign out everywhere else',
    ended: 'Signed out everywhere else.',
    again: 'Confirm it is you',
  },
  de: {
    here: 'Dieses Gerät',
    others: 'Überall sonst abmelden',
    ended: 'Überall sonst abgemeldet.',
    again: 'Sind Sie es?',
  },
};

for (const language of languages)
  test(`somebody sees where they are signed in, and ends it elsewhere, in ${language}`, {
    tag: ROAD,
  }, async ({ page, context }) => {
    const say = places[language];
    const user = await newUser();
    await signInAs(context, user, language);
    for (const _ of [1, 2])
      await page.request.post('/api/auth/login', {
        data: { username: user.username, password: user.password },
      });
    await page.goto('/settings');
    await expect(page.getByText(say.here, { exact: true })).toBeVisible();
    const others = page.getByRole('button', { name: say.others });
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `sessions-${language}`);
    // As the server answers ten minutes after signing in.
    const data = { code: 'reauthentication_required', httpStatus: 403, http_status: 403 };
    let asked = 0;
    await page.route('**/auth.endOtherSessions*', (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      return route.fulfill({ status: 403, json: [{ error: { message: '', code: -32603, data } }] });
    });
    await others.click();
    const again = page.getByRole('dialog', { name: say.again });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `password-again-${language}`);
    await again.locator('input[type=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await toast(page, say.ended);
    await expect(others).toBeHidden();
    await expect(page.getByText(say.here, { exact: true })).toBeVisible();
  });

test('a long name leaves the last sign-in of everybody in sight', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const last_name = 'von und zu Hohenstein-Wittgenstein-Sayn-Berleburg zu Altenburg';
  await newUser(undefined, { first_name: 'Alexandra-Konstanze', last_name });
  await signInAs(context, await adminUser());
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/users');
  await expect(page.getByText(last_name)).toBeVisible();
  const frame = page.getByRole('table').locator('..');
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
