import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
} from './support/test-data.ts';

test('a club administrator answers requests, removes members and in the end themselves', async ({
  context,
  page,
}) => {
  const club = await newClub();
  const [boss, asking, unwanted, member] = [
    await newUser(),
    await newUser(),
    await newUser(),
    await newUser(),
  ];
  for (const person of [boss, member]) await join(club, person, true);
  for (const person of [asking, unwanted]) await join(club, person, false);
  await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${boss.id}`));
  await signInAs(context, boss);

  await page.goto('/my-clubs');
  await page.getByRole('link', { name: '2 requests to join wait' }).click();
  await expect(page.getByRole('heading', { name: club.name, level: 1 })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Members 3',
    'Requests 2',
    'Invitations',
    'Children and players',
  ]);

  await page.getByRole('button', { name: `Approve the request of ${asking.fullName}` }).click();
  await toast(page, `${asking.fullName} is now a member.`);
  await expect(page.getByRole('tab')).toHaveText([
    'Members 4',
    'Requests 1',
    'Invitations',
    'Children and players',
  ]);

  await page.getByRole('checkbox', { name: `Select ${unwanted.fullName}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog', { name: `Reject the request of ${unwanted.fullName}?` });
  await expect(reject).toContainText('This action cannot be undone.');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('No open requests')).toBeVisible();

  await page.getByRole('tab', { name: /Members/ }).click();
  await page.getByRole('checkbox', { name: `Select ${member.fullName}` }).check();
  const all = page.getByRole('checkbox', { name: 'Select all 4 entries on this page' });
  await expect(all).toHaveJSProperty('indeterminate', true);
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Remove member' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await toast(page, 'The member was removed.');

  const removeSelf = async () => {
    await page.getByRole('button', { name: `Remove ${boss.fullName}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  };
  await removeSelf();
  await expect(page.getByText('The club needs another administrator first.')).toBeVisible();
  await page.reload();
  await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${asking.id}`));
  await removeSelf();
  await expect(page).toHaveURL(/\/$/);
});

test('a club that is not there, or not theirs, leads back', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const club = await newClub();
  await signInAs(context, await newUser());
  await page.goto(`/clubs/${club.id}/manage`);
  await expect(page.getByRole('alert')).toContainText('You do not have permission to manage this club.');
  await page.goto('/clubs/nowhere/manage');
  await expect(page.getByRole('alert')).toContainText('Club not found.');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/clubs$/);
});

test('an event is edited in place, gains and loses clubs, and is deleted', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  const [first, second] = [await newClub(), await newClub()];
  const event = await newEvent([first]);
  await signInAs(context, await adminUser());
  await page.goto(`/events/${event.id}/manage`);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(event.name);
  await page.getByRole('textbox', { name: 'Location' }).fill('South Hall');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('South Hall')).toBeVisible();

  await page.getByRole('tab', { name: 'Clubs 1' }).click();
  await expect(page.getByRole('button', { name: 'Add club' })).toBeDisabled();
  await page.getByLabel('Find a club').fill(second.name);
  await page.getByRole('option', { name: second.name }).click();
  await page.getByRole('button', { name: 'Add club' }).click();
  await expect(page.getByRole('tab', { name: 'Clubs 2' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all 2 entries on this page' }).check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Remove 2 clubs' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 clubs' }).click();
  await expect(page.getByText('No clubs yet')).toBeVisible();

  await page.getByRole('button', { name: 'Delete event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete event' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await toast(page, 'The event was deleted.');
});

test('a user without a club is guided to one, from the first screen and from a closed gallery', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const gallery = await newGallery({ photographer: await newUser('photographer'), visibility: 'private' });
  await signInAs(context, await newUser());
  await page.goto('/');
  await page.getByRole('link', { name: 'Find your club', exact: true }).click();
  await expect(page).toHaveURL(/\/clubs$/);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByRole('alert')).toContainText("You don't have access to this gallery.");
  await page.getByRole('link', { name: 'Find your club', exact: true }).click();
  await expect(page).toHaveURL(/\/clubs$/);
});
