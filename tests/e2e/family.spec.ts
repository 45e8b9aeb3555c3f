import { type Browser, expect, test } from '@playwright/test';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, signInAs } from './support/browser.ts';
import { adminUser, expectSuccess, join, newClub, newUser, type TestUser } from './support/test-data.ts';

const words = {
  'en-GB': {
    open: 'Open my family',
    child: 'Name of the child',
    tell: 'Tell the club',
    told: 'The club was told and will answer.',
    question: 'May other members read the name of Mia Berg?',
    no: 'No: May other members',
    yes: 'Change to yes: May other members',
    withdraw: 'Withdraw my yes: May other members',
    agreed: 'Agreed',
    refused: 'Refused',
  },
  'de-DE': {
    open: 'Meine Familie öffnen',
    child: 'Name des Kindes',
    tell: 'Dem Verein mitteilen',
    told: 'Der Verein weiß Bescheid und wird antworten.',
    question: 'Dürfen andere Mitglieder den Namen von Mia Berg lesen?',
    no: 'Nein: Dürfen andere Mitglieder',
    yes: 'In Ja ändern: Dürfen andere Mitglieder',
    withdraw: 'Mein Ja widerrufen: Dürfen andere Mitglieder',
    agreed: 'Erlaubt',
    refused: 'Abgelehnt',
  },
};

async function signedIn(
  browser: Browser,
  who: TestUser,
  size: { width: number; height: number },
  locale: string,
) {
  const context = await browser.newContext({ viewport: size, locale });
  await signInAs(context, who, locale === 'de-DE' ? 'de' : 'en');
  return { context, page: await context.newPage() };
}

for (const locale of ['en-GB', 'de-DE'] as const)
  test(`a parent names a child, the club confirms, and the parent answers on the phone, ${locale}`, async ({
    browser,
  }) => {
    const word = words[locale];
    const admin = await adminUser();
    const club = await newClub('TSV Nord');
    const parent = await newUser(undefined, { first_name: 'Maria', last_name: 'Berg' });
    await join(club, parent, true);
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people`, { first_name: 'Mia', last_name: 'Berg' }),
    );
    const phone = await signedIn(browser, parent, { width: 360, height: 740 }, locale);
    const { page } = phone;
    await page.goto('/settings');
    await page.getByRole('link', { name: word.open }).click();
    await page.getByRole('textbox', { name: word.child }).fill('Mia Berg');
    await page.getByRole('button', { name: word.tell }).click();
    await expect(page.getByText(word.told)).toBeVisible();
    await expect(page.getByText(word.question)).toHaveCount(0);

    const desk = await signedIn(browser, admin, { width: 1280, height: 900 }, 'en-GB');
    await desk.page.goto(`/clubs/${club.id}/manage?tab=people`);
    await expect(desk.page.getByText('Maria Berg answers for “Mia Berg”.')).toBeVisible();
    await desk.page.getByRole('textbox', { name: 'Person of the club' }).fill('Mia');
    await desk.page.getByRole('option', { name: 'Mia Berg' }).click();
    await desk.page.getByRole('button', { name: 'Confirm: Maria Berg' }).click();
    await expect(desk.page.getByText('Confirmed.')).toBeVisible();
    await expect(desk.page.getByRole('row', { name: /Mia Berg/ })).toContainText('Maria Berg');

    await page.reload();
    await expect(page.getByRole('heading', { name: word.question })).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: word.question }) })
      .last();
    await page.getByRole('button', { name: word.no }).click();
    await expect(row).toContainText(word.refused);
    await page.getByRole('button', { name: word.yes }).click();
    await expect(row).toContainText(word.agreed);
    await page.getByRole('button', { name: word.withdraw }).click();
    await expect(row).toContainText(word.refused);
    await desk.page.reload();
    await expect(desk.page.getByRole('row', { name: /Mia Berg/ })).toContainText('Name: no');
    await expectAccessible(desk.page);
    await phone.context.close();
    await desk.context.close();
  });

test('a member whom the club asks says yes, and the club writes down a paper and asks in its own words', async ({
  browser,
}) => {
  const admin = await adminUser();
  const club = await newClub('TSV Nord');
  const parent = await newUser(undefined, { first_name: 'Maria', last_name: 'Berg' });
  await join(club, parent, true);
  const person = await expectSuccess(
    admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, { first_name: 'Mia', last_name: 'Berg' }),
  );
  const desk = await signedIn(browser, admin, { width: 1280, height: 900 }, 'en-GB');
  await desk.page.goto(`/clubs/${club.id}/manage?tab=people`);
  await desk.page.getByRole('button', { name: 'Guardians and consent of Mia Berg' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Ask a member' }).fill('Maria');
  await desk.page.getByRole('option', { name: /Maria Berg/ }).click();
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByText('asked', { exact: true })).toBeVisible();
  await expectAccessible(desk.page);
  await dialog.getByRole('combobox', { name: 'About' }).selectOption('Showing photos outside the club');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Folder 3');
  await dialog.getByRole('button', { name: 'Write down' }).click();
  await expect(dialog.getByText('Outside: yes')).toBeVisible();
  await desk.page.keyboard.press('Escape');

  await desk.page.setViewportSize({ width: 360, height: 740 });
  await desk.page.getByRole('button', { name: 'Texts of the questions' }).click();
  await expect(dialog.getByText('In use: the standard texts')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'English text' }).fill('May we keep pictures of this face?');
  await expect(dialog.getByRole('region', { name: 'This is how families read it' })).toContainText(
    'May we keep pictures of this face?',
  );
  await expectFitsWidth(desk.page);
  await expectAccessible(desk.page);
  await look(desk.page, 'consent-texts');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.page.getByText('The texts were saved.')).toBeVisible();

  const home = await signedIn(browser, parent, { width: 1280, height: 900 }, 'en-GB');
  await home.page.goto('/family');
  await home.page.getByRole('button', { name: 'Yes, I am' }).click();
  await expect(home.page.getByText('You now answer for Mia Berg.')).toBeVisible();
  await expect(home.page.getByText('May we keep pictures of this face?')).toBeVisible();
  await expect(home.page.getByText('Somebody else has answered; you can too.')).toBeVisible();
  const mine = await expectSuccess(parent.call<{ people: { id: string }[] }>('GET', '/family'));
  expect(mine.people.map(({ id }) => id)).toEqual([person.id]);
  await desk.context.close();
  await home.context.close();
});
