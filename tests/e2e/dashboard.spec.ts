import { expect } from '@playwright/test';
import { replaceAnswer, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, join, newClub, newEvent, newGallery, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('an event leads to its galleries: to the only one, or to the list of several', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const event = await newEvent([], photographer);
  const first = await newGallery({ photographer, event });
  await signInAs(context, await newUser());
  await page.goto(`/events?q=${encodeURIComponent(event.name)}`);
  await page.getByRole('link', { name: `1 gallery of ${event.name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await page.goBack();

  const second = await newGallery({ photographer, event });
  await page.reload();
  await page.getByRole('link', { name: `2 galleries of ${event.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/gallery\\?event=${event.id}$`));
  const galleries = page.getByRole('list', { name: 'Galleries' });
  await expect(galleries.getByRole('listitem')).toHaveCount(2);
  for (const { name } of [first, second]) await expect(galleries.getByText(name)).toBeVisible();
});

test('the figures of the dashboard lead to what they count, and achievements say which', async ({
  page,
  context,
}) => {
  const member = await newUser();
  const club = await newClub();
  await join(club, member, true);
  await signInAs(context, member);
  await page.goto('/');
  await page.getByRole('button', { name: 'Which achievements' }).click();
  const achievements = page.getByRole('list', { name: 'Achievements' }).getByRole('listitem');
  await expect(achievements).toHaveText(['Joined a clubAchieved', /^Attended an event/, /^Shared a photo/]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Show the clubs I joined' }).click();
  await expect(page).toHaveURL(/\/clubs\?mine=1$/);
  await expect(page.getByRole('heading', { name: club.name })).toBeVisible();
});

test('the first steps stand on the dashboard of an administrator until they are done or hidden', async ({
  page,
  context,
}) => {
  const done = {
    name: true,
    club: true,
    event: false,
    photographer: false,
    photos: false,
    invitation: false,
  };
  const answer = { done, club_id: (await newClub()).id, public_url: null };
  await replaceAnswer(context, 'stats.firstSteps', () => answer);
  await signInAs(context, await adminUser());
  await page.goto('/');
  const card = page.getByRole('region', { name: 'First steps' });
  await expect(card.getByRole('listitem').first()).toContainText('Done');
  await expect(card.locator('[aria-current="step"]')).toContainText('Create an event');
  await expect(card.getByText('The address (PUBLIC_URL) is not set yet.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'I take the photos' })).toBeVisible();
  const steps = [
    ['Name and address', /\/admin\/settings$/],
    ['Appoint a photographer', /\/users$/],
    ['Create a gallery and add photos', /\/admin\/gallery\/create$/],
    ['Invite people', /\/clubs\/[^/]+\/manage\?tab=invitations$/],
  ] as const;
  for (const [name, address] of steps) {
    await card.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  const dialogs = [
    ['Create a club', /\/clubs$/],
    ['Create an event', /\/events$/],
  ] as const;
  for (const [name, address] of dialogs) {
    await card.getByRole('link', { name }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.goBack();
  }
  await card.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.evaluate(() => localStorage.removeItem('first_steps_hidden'));
  Object.assign(done, { event: true, photographer: true, photos: true, invitation: true });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('an administrator becomes the photographer with one click on the first steps', async ({
  page,
  context,
}) => {
  const admin = await newUser('admin');
  const done = { name: true, club: true, event: true, photographer: false, photos: false, invitation: false };
  await replaceAnswer(context, 'stats.firstSteps', () => ({
    done,
    club_id: null,
    public_url: 'https://photos.club.example',
  }));
  await signInAs(context, admin, 'de');
  await page.setViewportSize(viewports.phone);
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Erste Schritte' });
  await expect(card.getByText('Erreichbar unter https://photos.club.example')).toBeVisible();
  page.on('request', (request) => {
    if (request.url().includes('users.grantRole')) done.photographer = true;
  });
  await card.getByRole('button', { name: 'Ich fotografiere selbst' }).click();
  await expect(page.getByText('Sie haben jetzt die Fotografenrolle.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Ich fotografiere selbst' })).toHaveCount(0);
  await expect(card.locator('[aria-current="step"]')).toContainText('Galerie anlegen');
  const { body } = await admin.call<{ roles: string[] }>('GET', '/auth/me');
  expect(body.data.roles).toContain('photographer');
});
