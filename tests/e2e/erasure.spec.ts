import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const isFineOnAPhone = async (page: Page) => {
  await expectAccessible(page);
  await expectFitsWidth(page);
};
test('a parent asks the club to delete a child, and the club does and keeps a receipt, on phones', async ({
  browser,
}) => {
  const [admin, club] = [await adminUser(), await newClub('TSV Nord')];
  const parent = await newUser(undefined, { first_name: 'Maria', last_name: 'Berg' });
  await join(club, parent, true);
  const people = `/clubs/${club.id}/people`;
  const mia = await expectSuccess(
    admin.call<{ id: string }>('POST', people, { first_name: 'Mia', last_name: 'Berg' }),
  );
  await expectSuccess(admin.call('POST', `${people}/${mia.id}/guardians`, { user_id: parent.id }));
  const viewport = viewports.phone;
  const [phone, desk] = [await browser.newContext({ viewport }), await browser.newContext({ viewport })];
  await signInAs(phone, parent, 'de');
  await signInAs(desk, admin, 'en');

  const page = await phone.newPage();
  await page.goto('/family');
  await page.getByRole('button', { name: 'Ja, das bin ich' }).click();
  await page.getByRole('button', { name: 'Löschung von Mia Berg beantragen' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByRole('checkbox', { name: 'Auch die Fotos ausblenden' }).check();
  await isFineOnAPhone(page);
  await look(page, 'ask-erasure');
  await asking.getByRole('button', { name: 'Den Verein bitten' }).click();
  await expect(page.getByText(/wurde der Verein gebeten, Mia Berg zu löschen/)).toBeVisible();
  await look(page, 'erasure-asked');

  const office = await desk.newPage();
  await office.goto('/');
  const waits = office.getByRole('link', { name: `${club.name}: 1 request to delete somebody waits` });
  await expect(waits).toBeVisible();
  await isFineOnAPhone(office);
  await look(office, 'erasure-waits');
  await waits.click();
  await expect(office.getByRole('tab', { name: /^Children and players\s*1$/ })).toBeVisible();
  await expect(office.getByText('Maria Berg asks to delete Mia Berg.')).toBeVisible();
  await isFineOnAPhone(office);
  await look(office, 'erasure-request');
  await office.getByRole('button', { name: 'Delete Mia Berg' }).first().click();
  const erasing = office.getByRole('dialog');
  await expect(erasing.getByRole('checkbox', { name: 'Hide the photos, too' })).toBeChecked();
  await look(office, 'erase');
  await erasing.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(office.getByText('Mia Berg was deleted.')).toBeVisible();
  await expect(office.getByRole('heading', { name: 'Deleted people' })).toBeVisible();
  await expect(office.getByText('Guardians: 1')).toBeVisible();
  await isFineOnAPhone(office);
  await look(office, 'erasure-receipt');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Mein Kind' })).toBeVisible();
  await expect(page.getByText('Mia Berg')).toHaveCount(0);
  await Promise.all([phone.close(), desk.close()]);
});
