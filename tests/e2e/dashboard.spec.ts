import { expect, test } from '@playwright/test';
import { replaceAnswer, signInAs } from './support/browser.ts';
import { adminUser, join, newClub, newEvent, newGallery, newUser } from './support/test-data.ts';

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
  const answer = { club: true, event: false, photographer: false, photos: false };
  await replaceAnswer(context, 'stats.firstSteps', () => answer);
  await signInAs(context, await adminUser());
  await page.goto('/');
  const card = page.getByRole('region', { name: 'First steps' });
  await expect(card.getByRole('listitem').first()).toContainText('Done');
  await expect(card.locator('[aria-current="step"]')).toContainText('Create an event');
  await card.getByRole('link', { name: 'Create a gallery and add photos' }).click();
  await expect(page).toHaveURL(/\/admin\/gallery\/create$/);
  await page.goBack();
  await card.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.evaluate(() => localStorage.removeItem('first_steps_hidden'));
  Object.assign(answer, { event: true, photographer: true, photos: true });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect(card).toHaveCount(0);
});
