import { expect } from '@playwright/test';
import { ROAD } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { join, newClub, newUser } from './support/test-data.ts';

test('the figures of the dashboard lead to what they count, and achievements say which', {
  tag: ROAD,
}, async ({ page, context }) => {
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
