import { type Browser, expect } from '@playwright/test';
import type { Family, FamilyPerson } from '#server/contract/schemas/family.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import {
  expectUncovered,
  look,
  lookEverywhere,
  scrollAboveNavigation,
  signInAs,
  toast,
} from './support/browser.ts';
import { failProcedure } from './support/fail-procedure.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser, type TestUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  'en-GB': {
    open: 'Open my family',
    mine: 'My child',
    child: 'Name of the child',
    next: 'Next',
    later: 'Later',
    finish: 'Done',
    question: 'May other members read the name of Mia Berg?',
    no: 'No: May other members',
    yes: 'Change to yes: May other members',
    withdraw: 'Withdraw my yes: May other members',
    agreed: 'Agreed',
    refused: 'Refused',
  },
  'de-DE': {
    open: 'Meine Familie öffnen',
    mine: 'Mein Kind',
    child: 'Name des Kindes',
    next: 'Weiter',
    later: 'Später',
    finish: 'Fertig',
    question: 'Dürfen andere Mitglieder den Namen von Mia Berg lesen?',
    no: 'Nein: Dürfen andere Mitglieder',
    yes: 'Doch zustimmen: Dürfen andere Mitglieder',
    withdraw: 'Zustimmung widerrufen: Dürfen andere Mitglieder',
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

const locales = languages.map((language) => (language === 'de' ? 'de-DE' : 'en-GB'));

for (const locale of locales)
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
    const phone = await signedIn(browser, parent, viewports.phone, locale);
    const { page } = phone;
    await page.goto('/settings');
    await page.getByRole('link', { name: word.open }).click();
    await page.getByRole('link', { name: word.mine }).click();
    await page.getByRole('textbox', { name: word.child }).fill('Mia Berg');
    await page.getByRole('button', { name: word.next }).click();
    for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: word.later }).click();
    await page.getByRole('link', { name: word.finish }).click();
    await page.goto('/family');
    await expect(page.getByRole('heading', { name: word.question })).toHaveCount(0);

    const desk = await signedIn(browser, admin, viewports.desktop, 'en-GB');
    await desk.page.goto(`/clubs/${club.id}/manage?tab=people`);
    await expect(desk.page.getByText('Maria Berg says: “Mia Berg is my child.”')).toBeVisible();
    await desk.page.getByRole('button', { name: 'This is our Mia Berg' }).click();
    await expect(desk.page.getByText('Confirmed: Mia Berg.')).toBeVisible();
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

test('a member whom the club asks says yes, and the club writes down a paper and asks in its own words', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const admin = await adminUser();
  const club = await newClub('TSV Nord');
  const parent = await newUser(undefined, { first_name: 'Maria', last_name: 'Berg' });
  await join(club, parent, true);
  const person = await expectSuccess(
    admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, { first_name: 'Mia', last_name: 'Berg' }),
  );
  const desk = await signedIn(browser, admin, viewports.desktop, 'en-GB');
  await desk.page.goto(`/clubs/${club.id}/manage?tab=people`);
  await desk.page.getByRole('button', { name: 'Guardians and consent of Mia Berg' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Ask a member' }).fill('Maria');
  await desk.page.getByRole('option', { name: /Maria Berg/ }).click();
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByText('asked', { exact: true })).toBeVisible();
  await expectAccessible(desk.page);
  const sayOnPaper = (purpose: string, said: string) =>
    dialog.getByRole('radiogroup', { name: purpose }).getByText(said, { exact: true }).click();
  await sayOnPaper('Finding photos', 'Yes');
  await sayOnPaper('Showing photos outside the club', 'No');
  await sayOnPaper('So that no photo goes outside', 'Yes');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Folder 3');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  for (const said of ['Finding: yes', 'Outside: no']) await expect(dialog.getByText(said)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Unchanged', checked: true })).toHaveCount(4);
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await expectAccessible(desk.page);
  await desk.page.keyboard.press('Escape');

  await desk.page.setViewportSize(viewports.phone);
  await desk.page.getByRole('button', { name: 'More actions for People' }).click();
  await desk.page.getByRole('menuitem', { name: 'Texts of the questions' }).click();
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

  const home = await signedIn(browser, parent, viewports.desktop, 'en-GB');
  for (const path of ['/my-photos', '/']) {
    await home.page.goto(path);
    await expect(home.page.getByText('Are you a guardian of Mia Berg?')).toBeVisible();
    await expect(home.page.getByText('Whose photos are you looking for?')).toHaveCount(0);
    await lookEverywhere(home.page, `asked-first${path.replace('/', '-')}`);
  }
  await home.page.getByRole('button', { name: 'Yes, I am' }).click();
  await expect(home.page.getByText('You now answer for Mia Berg.')).toBeVisible();
  await expect(home.page).toHaveURL(new RegExp(`/family#${person.id}$`));
  const means = home.page.locator('details', { hasText: 'May we keep pictures of this face?' });
  await expect(means.getByText('May we keep')).toBeHidden();
  await means.locator('summary').click();
  await expect(means.getByText('May we keep')).toBeVisible();
  await expect(home.page.getByText('Somebody else has answered; you can too.')).toHaveCount(3);
  const mine = await expectSuccess(parent.call<{ people: { id: string }[] }>('GET', '/family'));
  expect(mine.people.map(({ id }) => id)).toEqual([person.id]);
  await desk.context.close();
  await home.context.close();
});

/** A parent on a phone, only guardian of Mia and one of two guardians of Noah. */
async function parentOfTwo(browser: Browser, locale: 'en-GB' | 'de-DE') {
  const admin = await adminUser();
  const club = await newClub();
  const names = { first_name: 'Maria', last_name: 'Berg' };
  const [parent, other] = [await newUser(undefined, names), await newUser()];
  for (const member of [parent, other]) await join(club, member, true);
  for (const [first_name, guardians] of [
    ['Mia', [parent]],
    ['Noah', [parent, other]],
  ] as const) {
    const child = await expectSuccess(
      admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, { first_name, last_name: 'Berg' }),
    );
    for (const guardian of guardians) {
      const path = `/clubs/${club.id}/people/${child.id}/guardians`;
      await expectSuccess(admin.call('POST', path, { user_id: guardian.id }));
      const { asked } = await expectSuccess(guardian.call<Family>('GET', '/family'));
      await expectSuccess(guardian.call('POST', `/family/guardianships/${asked[0]!.id}/accept`));
    }
  }
  return { club, parent, ...(await signedIn(browser, parent, viewports.phone, locale)) };
}

const saved = {
  'en-GB': { text: 'Your answer was saved.', no: 'No: ' },
  'de-DE': { text: 'Ihre Antwort wurde gespeichert.', no: 'Nein: ' },
};

for (const locale of locales)
  test(`what is said after an answer leaves the buttons of the next question free, ${locale}`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const { context, page } = await parentOfTwo(browser, locale);
    const { text, no } = saved[locale];
    await page.goto('/family');
    const unanswered = page.getByRole('button', { name: new RegExp(`^${no}`) });
    await expect(unanswered).toHaveCount(6);
    await unanswered.first().click();
    await toast(page, text);
    await expect(unanswered).toHaveCount(5);
    for (const next of [unanswered.first(), unanswered.nth(1)]) {
      await scrollAboveNavigation(next);
      await toast(page, text);
      await expectUncovered(next);
    }
    await lookEverywhere(page, `answer-saved-${locale}`);
    await context.close();
  });

const endings = {
  'en-GB': {
    leave: (club: string) => ({ button: `Leave ${club}`, title: `Leave ${club}?`, confirm: 'Leave' }),
    remove: 'Delete my account',
    ends: (club: string) => [
      `In ${club} you will no longer be a guardian of Mia Berg.Nobody else answers for Mia Berg then. Your yes no longer counts; your no to photos outside the club stays in force until another guardian answers or the club has a signed form.`,
      `In ${club} you will no longer be a guardian of Noah Berg.What the other guardians answered about photos counts then. Where they have not answered, your no to photos outside the club stays in force; your yes does not.`,
    ],
    entry: 'stay until the club deletes them',
    nothing: 'Nothing of yours stays in the clubs',
    left: 'You have left the club.',
  },
  'de-DE': {
    leave: (club: string) => ({
      button: `${club} verlassen`,
      title: `${club} verlassen?`,
      confirm: 'Verlassen',
    }),
    remove: 'Mein Konto löschen',
    ends: (club: string) => [
      `${club} führt Sie dann nicht mehr als sorgeberechtigt für Mia Berg.Niemand sonst antwortet dann für Mia Berg. Ihr Ja zählt nicht mehr; Ihr Nein zu Fotos außerhalb des Vereins gilt weiter, bis andere Sorgeberechtigte antworten oder dem Verein ein unterschriebenes Papier vorliegt.`,
      `${club} führt Sie dann nicht mehr als sorgeberechtigt für Noah Berg.Zu Fotos zählt dann, was die anderen Sorgeberechtigten geantwortet haben. Solange sie nicht geantwortet haben, gilt Ihr Nein zu Fotos außerhalb des Vereins weiter, Ihr Ja nicht.`,
    ],
    entry: 'bleiben, bis der Verein sie löscht',
    nothing: 'In den Vereinen bleibt nichts von Ihnen',
    left: 'Sie haben den Verein verlassen.',
  },
};

for (const locale of locales)
  test(`leaving a club and deleting the account say first what ends for each child, ${locale}`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const { club, parent, context, page } = await parentOfTwo(browser, locale);
    const word = endings[locale];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/trpc/**family.mine*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/profile');
    const asked = page.waitForRequest(/family\.mine/);
    await page.getByRole('button', { name: word.remove }).click();
    await asked;
    const deletion = page.getByRole('dialog', { name: word.remove });
    await expect(deletion).toHaveCount(0);
    release();
    await expect(deletion.getByRole('listitem')).toContainText(word.ends(club.name));
    await expect(deletion).toContainText(word.entry);
    await expect(deletion).not.toContainText(word.nothing);
    await expect(deletion.getByRole('textbox').first()).toBeFocused();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `delete-account-of-guardian-${locale}`);
    await page.keyboard.press('Escape');

    const { button, title, confirm } = word.leave(club.name);
    await page.goto(`/clubs?q=${encodeURIComponent(club.name)}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    const leaving = page.getByRole('dialog', { name: title });
    await expect(leaving.getByRole('listitem')).toContainText(word.ends(club.name));
    await expect(leaving).toContainText(word.entry);
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `leave-club-of-guardian-${locale}`);
    await leaving.getByRole('button', { name: confirm, exact: true }).click();
    await expect(page.getByText(word.left)).toBeVisible();
    expect((await expectSuccess(parent.call<Family>('GET', '/family'))).people).toEqual([]);
    await context.close();
  });

const removal = {
  'en-GB': {
    button: 'Remove Maria Berg',
    children: ['Mia Berg (nobody else answers then)', 'Noah Berg (others still answer)'],
    confirm: 'Remove member',
  },
  'de-DE': {
    button: 'Maria Berg entfernen',
    children: ['Mia Berg (sonst antwortet niemand)', 'Noah Berg (andere antworten weiter)'],
    confirm: 'Mitglied entfernen',
  },
};

for (const locale of locales)
  test(`removing a member says first what ends for each child, ${locale}`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const { club, context: phone } = await parentOfTwo(browser, locale);
    await phone.close();
    const word = removal[locale];
    const { context, page } = await signedIn(browser, await adminUser(), viewports.phone, locale);
    await page.goto(`/clubs/${club.id}/manage`);
    await page.getByRole('button', { name: word.button }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByRole('listitem')).toHaveText(word.children);
    await expectFitsWidth(page);
    await expectAccessible(page, '[role=dialog]');
    await lookEverywhere(page, `remove-guardian-${locale}`);
    await question.getByRole('button', { name: word.confirm }).click();
    await expect(page.getByRole('button', { name: word.button })).toHaveCount(0);
    await context.close();
  });

test('leaving a club is not asked while it cannot be read what ends, and names no child of another club', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const { parent, context, page } = await parentOfTwo(browser, 'en-GB');
  const other = await newClub();
  await join(other, parent, true);
  await page.goto(`/clubs?q=${encodeURIComponent(other.name)}`);
  const leave = page.getByRole('button', { name: `Leave ${other.name}`, exact: true });
  await expect(leave).toBeVisible();
  await failProcedure(page, 'family.mine');
  await leave.click();
  await expect(page.getByText('Failed to leave club')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll();
  await leave.click();
  const dialog = page.getByRole('dialog', { name: `Leave ${other.name}?` });
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toContainText('guardian');
  await context.close();
});

test('a member who is not the guardian is asked once more, and the club reads who said no', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const admin = await adminUser();
  const head = await newUser(undefined, { first_name: 'Hanna', last_name: 'Head' });
  const club = await newClub();
  const member = await newUser(undefined, { first_name: 'Otto', last_name: 'Other' });
  for (const one of [head, member]) await join(club, one, true);
  await expectSuccess(admin.call('POST', `/clubs/${club.id}/admins/${head.id}`));
  const child = await expectSuccess(
    admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, { first_name: 'Mia', last_name: 'Berg' }),
  );
  await expectSuccess(
    admin.call('POST', `/clubs/${club.id}/people/${child.id}/guardians`, { user_id: member.id }),
  );
  const { context, page } = await signedIn(browser, member, viewports.phone, 'en-GB');
  await page.goto('/family');
  const question = page.getByText('Are you a guardian of Mia Berg?');
  const no = page.getByRole('button', { name: 'No', exact: true });
  await no.click();
  const dialog = page.getByRole('dialog', { name: 'Not a guardian of Mia Berg?' });
  await expect(dialog).toContainText(`${club.name} is told, and can ask you again.`);
  await expectAccessible(page);
  await lookEverywhere(page, 'no-guardian');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await no.click();
  await dialog.getByRole('button', { name: 'I am not the guardian' }).click();
  await expect(page.getByText('The club knows that you are not a guardian of Mia Berg.')).toBeVisible();
  await expect(question).toHaveCount(0);
  await context.close();

  const desk = await signedIn(browser, head, viewports.desktop, 'en-GB');
  await desk.page.goto('/notifications');
  await desk.page
    .getByRole('link', { name: `Otto Other says they are not a guardian of Mia Berg in ${club.name}` })
    .click();
  await expect(desk.page.getByRole('button', { name: 'Guardians and consent of Mia Berg' })).toBeVisible();
  await desk.context.close();
});

test('the page of the family fits a narrow phone, however long the name of a child is', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const admin = await adminUser();
  const club = await newClub('TSV Nord');
  const parent = await newUser(undefined, { first_name: 'Maria', last_name: 'Berg' });
  await join(club, parent, true);
  const person = await expectSuccess(
    admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, {
      first_name: 'Maximiliane Friederike Alexandra',
      last_name: 'von und zu Hohenstein-Wittgenstein-Sayn-Berleburg',
    }),
  );
  await expectSuccess(
    admin.call('POST', `/clubs/${club.id}/people/${person.id}/guardians`, { user_id: parent.id }),
  );
  const { page } = await signedIn(browser, parent, { width: 360, height: 740 }, 'en-GB');
  await page.goto('/family');
  await page.getByRole('button', { name: 'Yes, I am' }).click();
  await expect(page.getByRole('button', { name: /^Have .* deleted/ })).toBeVisible();
  await expectFitsWidth(page);

  // The names of the child in another order: it is near the one on the list.
  const name = 'Maximiliane Alexandra Friederike von und zu Hohenstein-Wittgenstein-Sayn-Berleburg';
  const { id } = await expectSuccess(
    parent.call<{ id: string }>('POST', `/clubs/${club.id}/guardian-claims`, { relation: 'child', name }),
  );
  await page.goto(`/my-photos?claim=${id}`);
  await expect(page.getByRole('heading', { name: `recognise ${name}` })).toBeVisible();
  await expectFitsWidth(page);
  const { page: desk } = await signedIn(browser, admin, { width: 360, height: 740 }, 'en-GB');
  await desk.goto(`/clubs/${club.id}/manage?tab=people`);
  await expect(desk.getByRole('button', { name: 'This is our Maximiliane' })).toBeVisible();
  await desk.getByText('Other choices').click();
  await expectFitsWidth(desk);
  await expectAccessible(desk);
  await lookEverywhere(desk, 'claim-near');
});

test('long and Arabic names, and a club of one long word, fit the narrowest phone', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const admin = await adminUser();
  const club = await newClub('Gesichtserkennungseinstellungsverantwortungsverein');
  const parent = await newUser();
  await join(club, parent, true);
  const person = await expectSuccess(
    admin.call<FamilyPerson>('POST', `/clubs/${club.id}/people`, {
      first_name: 'عبد الرحمن محمد',
      last_name: 'بن عبد العزيز الحسيني القرشي',
    }),
  );
  await expectSuccess(
    admin.call('POST', `/clubs/${club.id}/people/${person.id}/guardians`, { user_id: parent.id }),
  );
  const { page } = await signedIn(browser, parent, { width: 320, height: 640 }, 'de-DE');
  await page.goto('/family');
  const yes = page.getByRole('button', { name: 'Ja, das bin ich' });
  await expect(yes).toBeVisible();
  await expectFitsWidth(page);
  await look(page, 'long-names-asked');
  await yes.click();
  await expect(yes).toHaveCount(0);
  await expectFitsWidth(page);
  await page.getByRole('button', { name: /^Löschung von/ }).scrollIntoViewIfNeeded();
  await look(page, 'long-names');
  const label = page.getByRole('button', { name: /^Löschung von/ }).locator('.mantine-Button-label');
  const { height, lineHeight, fontSize, overflow } = await label.evaluate((shown) => {
    const style = getComputedStyle(shown);
    return {
      height: shown.getBoundingClientRect().height,
      lineHeight: Number.parseFloat(style.lineHeight),
      fontSize: Number.parseFloat(style.fontSize),
      overflow: style.overflow,
    };
  });
  // Two lines or more, with room between them for the marks of Arabic letters, none of which is cut.
  expect(lineHeight / fontSize).toBeGreaterThanOrEqual(1.3);
  expect(height).toBeGreaterThanOrEqual(2 * lineHeight - 1);
  expect(overflow).toBe('visible');
});
