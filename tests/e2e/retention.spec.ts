import { expect, test } from '@playwright/test';
import { addDays } from '#server/contract/calendar-dates.ts';
import { fewestDaysKept } from '#server/contract/retention.ts';
import { expectFitsWidth } from './support/accessibility.ts';
import { look, signInAs } from './support/browser.ts';
import { adminUser, join, newClub, newEvent, newGallery, newUser } from './support/test-data.ts';

test('a gallery gets a last day on a phone, which everybody who opens it then sees', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const photographer = await newUser('photographer');
  const member = await newUser();
  const club = await newClub();
  await join(club, member, true);
  const gallery = await newGallery({ photographer, event: await newEvent([club]) });
  const admin = await adminUser();

  await signInAs(context, admin, 'de');
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Aufbewahren bis …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aufbewahren bis …' });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel('Letzter Tag').fill(addDays(today, 3));
  await expect(dialog.getByText('Eine Galerie wird noch mindestens 30 Tage aufbewahrt')).toBeVisible();
  await look(page, 'kept-until-de');
  await dialog.getByLabel('Letzter Tag').fill(addDays(today, fewestDaysKept));
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Aufbewahrt bis/ })).toBeVisible();
  await expectFitsWidth(page);
  await look(page, 'kept-until-saved-de');

  const reading = await context.browser()!.newContext({ viewport: { width: 360, height: 740 } });
  await signInAs(reading, member, 'en');
  const shown = await reading.newPage();
  await shown.goto(`/gallery/${gallery.id}`);
  await expect(shown.getByText(/^This gallery is deleted after/)).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Keep it longer' })).toHaveCount(0);
  await look(shown, 'ending-en');
  await reading.close();
});
