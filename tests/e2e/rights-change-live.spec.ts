import { expect } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser } from './support/test-data.ts';

test('whom a club removes, and who loses the office, read it at once, without a reload', async ({
  page,
  context,
}) => {
  const admin = await adminUser();
  const [club, run] = [await newClub(), await newClub()];
  const ada = await newUser();
  await join(club, ada, true);
  await join(run, ada, true);
  await expectSuccess(admin.call('POST', `/clubs/${run.id}/admins/${ada.id}`));
  await signInAs(context, ada, 'en');
  await page.goto(`/clubs?q=${encodeURIComponent(club.name)}`);
  const card = page.getByRole('listitem').filter({ hasText: club.name });
  await expect(card.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expectSuccess(admin.call('DELETE', `/clubs/${club.id}/members/${ada.id}`));
  await expect(card.getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: /Join/ })).toBeVisible();

  await page.goto(`/clubs/${run.id}/manage`);
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expectSuccess(admin.call('DELETE', `/clubs/${run.id}/admins/${ada.id}`));
  await expect(page.getByRole('tab')).toHaveCount(0);
});
