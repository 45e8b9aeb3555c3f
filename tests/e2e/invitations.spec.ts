import { type Browser, expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, replaceAnswer, signInAs, signInByForm } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newEvent,
  newInvitation,
  newUser,
  password,
  type TestUser,
  unique,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const tokenOf = (url: string) => url.split('#')[1] ?? '';

async function newClubAdmin(club: { id: string }): Promise<TestUser> {
  const user = await newUser(undefined, { first_name: 'Carla', last_name: 'Kramer' });
  await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${user.id}`));
  return user;
}

async function phone(browser: Browser, locale: string) {
  const context = await browser.newContext({ viewport: viewports.phone, locale });
  return { context, page: await context.newPage() };
}

/** The address the QR code on a sheet leads to, as it stands beside it. */
async function printedAddress(page: Page): Promise<string> {
  const text = await page.getByTestId('print-sheet').textContent();
  const [, host, token] = /([\w.:-]+)\/invitation#([2-9a-z]{26})/.exec(text ?? '') ?? [];
  if (!host || !token) throw new Error(`No address on the sheet: ${text}`);
  return `http://${new URL(page.url()).host}/invitation#${token}`;
}

async function notePrinting(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0 });
    window.print = () => {
      Object.assign(window, { printed: 1 });
    };
  });
}
/** Waits for the print dialog; from here on the page looks as on paper. */
async function expectPrinting(page: Page) {
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
  await page.emulateMedia({ media: 'print' });
}
/** Prints into a file, which ends the printing as closing the dialog does. */
async function finishPrinting(page: Page, pages: number) {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(pages);
  expect(Math.round(Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(paper)?.[1]))).toBe(595);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    Object.assign(window, { printed: 0 });
    dispatchEvent(new Event('afterprint'));
  });
  await expect(page.getByTestId('print-sheet')).toHaveCount(0);
}

const words = {
  en: {
    locale: 'en-GB',
    invited: 'Carla Kramer invites you to become a member.',
    name: 'Full name',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    confirm: 'Confirm password',
    submit: 'Create account and join',
    welcome: /^Welcome to/,
  },
  de: {
    locale: 'de-DE',
    invited: 'Carla Kramer lädt Sie ein, Mitglied zu werden.',
    name: 'Vollständiger Name',
    username: 'Benutzername',
    email: 'E-Mail',
    password: 'Passwort',
    confirm: 'Passwort wiederholen',
    submit: 'Konto anlegen und beitreten',
    welcome: /^Willkommen bei/,
  },
} as const;

test('a club administrator prints a poster, and parents with a phone join through it', async ({
  browser,
  context,
  page,
}) => {
  test.slow();
  const club = await newClub();
  const head = await newClubAdmin(club);
  const event = await newEvent([club]);
  await signInAs(context, head);
  await notePrinting(page);
  await page.goto(`/clubs/${club.id}/manage`);
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await expect(page.getByText('No invitations yet')).toBeVisible();
  await page.getByRole('button', { name: 'Poster for everybody' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click();
  const details = page.getByRole('dialog', { name: 'Everybody with the link' });
  await expect(details.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Print poster (A4)' }).click();
  await expectPrinting(page);
  const sheet = page.getByTestId('print-sheet');
  await expect(sheet.getByRole('heading', { name: club.name })).toBeVisible();
  await expect(sheet.getByText(/^Valid until/)).toBeVisible();
  const link = await printedAddress(page);
  await finishPrinting(page, 1);
  await page.getByRole('button', { name: 'Link and code for Everybody with the link' }).click();
  await details.getByRole('button', { name: 'Print twelve slips (A4)' }).click();
  await expectPrinting(page);
  await expect(sheet.getByText(tokenOf(link))).toHaveCount(12);
  await finishPrinting(page, 1);

  for (const language of languages) {
    const say = words[language];
    const parent = await phone(browser, say.locale);
    const addresses: string[] = [];
    parent.page.on('request', (request) => addresses.push(request.url()));
    const refused: string[] = [];
    parent.page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await parent.page.goto(link);
    await expect(parent.page.getByRole('heading', { level: 1, name: club.name })).toBeVisible();
    await expect(parent.page.getByText(say.invited)).toBeVisible();
    await expectAccessible(parent.page);
    await expectFitsWidth(parent.page);
    const username = unique('parent').replace(' ', '-');
    await parent.page.getByRole('textbox', { name: say.name }).fill(`Rosa ${username}`);
    await parent.page.getByRole('textbox', { name: say.email }).fill(`${username}@example.org`);
    await parent.page.getByRole('textbox', { name: say.password, exact: true }).fill(password);
    await parent.page.getByRole('button', { name: say.submit }).click();
    await expect(parent.page.getByText(say.welcome)).toBeVisible();
    await expect(parent.page.getByRole('heading', { level: 1 })).toContainText('Rosa');
    // Once the club is joined, the invitation is not asked about again.
    expect(refused.filter((answer) => answer.includes('invitations'))).toEqual([]);
    // The dashboard names the next five events only, and other tests make some too.
    await parent.page.goto(`/events?${new URLSearchParams({ q: event.name })}`);
    await expect(parent.page.getByRole('main').getByText(event.name).first()).toBeVisible();
    const secret = tokenOf(link);
    expect(addresses.filter((address) => address.split('#')[0]?.includes(secret))).toEqual([]);
    await parent.context.close();
  }

  await page.reload();
  await expect(page.getByRole('tab', { name: `Members ${languages.length + 1}` })).toBeVisible();
  await expect(page.getByRole('row', { name: /Everybody with the link/ })).toContainText(
    `${languages.length}`,
  );
});

const guardianWords = {
  en: {
    family: 'Guardians and consent of Penny Hofstadter',
    invite: 'Invite a guardian',
    form: 'Invite a guardian of Penny Hofstadter',
    create: 'Create invitation',
    details: 'Guardian of Penny Hofstadter',
    slip: 'Print slip',
    parents: 'For the parents of Penny Hofstadter',
    asks: /see the photos of your child\.$/,
    invited: 'Carla Kramer invites you as a child’s guardian to become a member.',
    joined: /You now answer for your child\.$/,
    guardian: 'guardian',
    notThem: /^Not them: /,
    notThemDone: /is not a guardian\. What they answered/,
    printOpen: 'Print all open slips',
  },
  de: {
    family: 'Sorgeberechtigte und Einwilligung von Penny Hofstadter',
    invite: 'Sorgeberechtigte einladen',
    form: 'Sorgeberechtigte von Penny Hofstadter einladen',
    create: 'Einladung anlegen',
    details: 'Sorgeberechtigte von Penny Hofstadter',
    slip: 'Zettel drucken',
    parents: 'Für die Eltern von Penny Hofstadter',
    asks: /die Fotos Ihres Kindes sehen\.$/,
    invited: 'Carla Kramer lädt Sie als sorgeberechtigte Person eines Kindes ein, Mitglied zu werden.',
    joined: /Sie antworten jetzt für Ihr Kind\.$/,
    guardian: 'sorgeberechtigt',
    notThem: /^Jemand anderes: /,
    notThemDone: /ist nicht sorgeberechtigt\. Antworten und Bilder/,
    printOpen: 'Alle offenen Zettel drucken',
  },
} as const;

for (const language of languages)
  test(`a guardian is invited from the child's guardians, joins and is one, which the club takes back (${language})`, async ({
    browser,
    context,
    page,
  }) => {
    const say = { ...words[language], ...guardianWords[language] };
    const club = await newClub();
    const child = { first_name: 'Penny', last_name: 'Hofstadter' };
    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/people`, child));
    await signInAs(context, await newClubAdmin(club), language);
    await notePrinting(page);
    await page.goto(`/clubs/${club.id}/manage?tab=people`);
    await page.getByRole('button', { name: say.family }).click();
    await page.getByRole('button', { name: say.invite }).click();
    const form = page.getByRole('dialog', { name: say.form });
    await expect(form).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `invite-guardian-${language}`);
    await form.getByRole('button', { name: say.create }).click();
    const details = page.getByRole('dialog', { name: say.details });
    const token = tokenOf((await details.getByText('/invitation#').textContent()) ?? '');
    await expectAccessible(page);
    await lookEverywhere(page, `guardian-link-${language}`);
    await expect(details.getByRole('button', { name: /A4/ })).toHaveCount(0);
    await details.getByRole('button', { name: say.slip }).click();
    await expectPrinting(page);
    const sheet = page.getByTestId('print-sheet');
    await expect(sheet.getByText(say.parents)).toBeVisible();
    await expect(sheet.getByText(say.asks)).toBeVisible();
    // The slip cuts off what is too long: its last line is within.
    const slip = sheet.getByText(say.parents).locator('..');
    expect(await slip.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
    await look(page, `guardian-slip-${language}`);
    await finishPrinting(page, 1);
    await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
    await expect(page.getByRole('row', { name: say.details })).toBeVisible();
    await lookEverywhere(page, `guardian-row-${language}`);

    const parent = await phone(browser, say.locale);
    await parent.page.goto(`/invitation#${token}`);
    await expect(parent.page.getByText(say.invited)).toBeVisible();
    await expect(parent.page.getByText('Penny')).toHaveCount(0);
    await expect(parent.page.getByRole('textbox', { name: say.name })).toHaveValue('');
    await lookEverywhere(parent.page, `guardian-invited-${language}`);
    const username = unique('guardian').replace(' ', '-');
    await parent.page.getByRole('textbox', { name: say.name }).fill('Rosa Hofstadter');
    await parent.page.getByRole('textbox', { name: say.email }).fill(`${username}@example.org`);
    await parent.page.getByRole('textbox', { name: say.password, exact: true }).fill(password);
    await parent.page.getByRole('button', { name: say.submit }).click();
    await expect(parent.page.getByText(say.joined)).toBeVisible();
    await expect(parent.page).toHaveURL(/\/my-photos\?tab=/);
    await expect(parent.page.getByRole('heading', { level: 1, name: 'Penny' })).toBeVisible();
    await lookEverywhere(parent.page, `guardian-joined-${language}`);

    const row = page.getByRole('row', { name: say.details });
    await page.reload();
    await expect(row).toContainText(`Rosa Hofstadter, ${say.guardian}`);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: say.printOpen })).toHaveCount(0);
    await lookEverywhere(page, `guardian-accepted-${language}`);

    // For seven days one press takes it back.
    await page.goto(`/clubs/${club.id}/manage?tab=people`);
    await page.getByRole('button', { name: say.family }).click();
    await lookEverywhere(page, `not-them-${language}`);
    await expectAccessible(page);
    await page.getByRole('button', { name: say.notThem }).click();
    await expect(page.getByText(say.notThemDone)).toBeVisible();
    await parent.page.reload();
    await expect(parent.page.getByRole('heading', { level: 1, name: 'Penny' })).toHaveCount(0);
    await parent.context.close();
  });

test('somebody with an account signs in and joins, and is told afterwards that it is done', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const club = await newClub();
  const { url } = await newInvitation(club, { role: 'photographer' });
  const member = await newUser();
  const { context, page } = await phone(browser, 'en-GB');
  await page.goto(url);
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await expect(page).toHaveURL(/\/login\?from=%2Finvitation$/);
  await signInByForm(page, member);
  const joinButton = page.getByRole('button', { name: `Join ${club.name}` });
  await expect(joinButton).toBeVisible();
  await expect(page.getByText(/become a member and to take photos/)).toBeVisible();
  await expectAccessible(page);
  await expectFitsWidth(page);
  await joinButton.click();
  await expect(page.getByText(`Welcome to ${club.name}!`)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  type Me = { clubs: { id: string }[]; role_assignments: { role_name: string; club_id: string | null }[] };
  const me = await expectSuccess(member.call<Me>('GET', '/auth/me'));
  expect(me.clubs.map(({ id }) => id)).toEqual([club.id]);
  expect(me.role_assignments.map(({ role_name, club_id }) => [role_name, club_id])).toEqual([
    ['photographer', club.id],
  ]);
  await page.goto(url);
  await expect(page.getByText(`${club.name} already lists you as a member.`)).toBeVisible();
  await context.close();
});

test('a link that was replaced says so in both languages, and the new one works', {
  tag: ONLY_IN_ALL,
}, async ({ browser, context, page }) => {
  const club = await newClub();
  const head = await newClubAdmin(club);
  const old = await newInvitation(club, { first_name: 'Ada', last_name: 'Lovelace' });
  await signInAs(context, head);
  await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
  await page.getByRole('button', { name: 'Link and code for Ada Lovelace' }).click();
  const details = page.getByRole('dialog', { name: 'Ada Lovelace' });
  const address = (await details.getByText('/invitation#').textContent()) ?? '';
  expect(tokenOf(address)).toBe(old.token);
  await details.getByRole('button', { name: 'Replace link' }).click();
  await page
    .getByRole('dialog', { name: 'Replace the link?' })
    .getByRole('button', { name: 'Replace' })
    .click();
  await expect(page.getByText('Here is the new link.')).toBeVisible();
  await expect(details.getByText(old.token)).toHaveCount(0);
  const replaced = tokenOf((await details.getByText('/invitation#').textContent()) ?? '');
  for (const [locale, told] of [
    ['en-GB', 'There is a newer link for this invitation.'],
    ['de-DE', 'Für diese Einladung gibt es einen neueren Link.'],
  ] as const) {
    const visitor = await phone(browser, locale);
    await visitor.page.goto(old.url);
    await expect(visitor.page.getByText(told)).toBeVisible();
    await expectAccessible(visitor.page);
    await visitor.page.goto('about:blank');
    await visitor.page.goto(`/invitation#${replaced}`);
    await expect(visitor.page.getByRole('heading', { level: 1, name: club.name })).toBeVisible();
    await expect(visitor.page.getByRole('textbox').first()).toHaveValue('Ada Lovelace');
    await visitor.context.close();
  }
  await details.getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw the invitation?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Withdrawn');
});

test('slips carry the names of those who were chosen, or of all whose invitation is open', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const club = await newClub();
  const names = Array.from({ length: 13 }, (_, n) => `Child${n + 1}`);
  for (const first_name of names) await newInvitation(club, { first_name });
  await newInvitation(club);
  await signInAs(context, await newClubAdmin(club));
  await notePrinting(page);
  await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
  await page.getByRole('button', { name: 'Print all open slips' }).click();
  await expectPrinting(page);
  const sheet = page.getByTestId('print-sheet');
  for (const name of names) await expect(sheet.getByText(name, { exact: true })).toBeVisible();
  await expect(sheet.getByRole('article')).toHaveCount(13);
  await finishPrinting(page, 2);
  for (const name of ['Child2', 'Child5'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Print 2 slips' }).click();
  await expectPrinting(page);
  await expect(sheet.getByRole('article')).toHaveCount(2);
  await finishPrinting(page, 1);
});

const slipWords = {
  en: {
    print: 'Print all open slips',
    missing: '1 slip cannot be printed',
    replace: 'Replace 1 link and print',
    others: 'Print the other slip',
    warned: 'Nobody else can open this address',
  },
  de: {
    print: 'Alle offenen Zettel drucken',
    missing: '1 Zettel lässt sich nicht drucken',
    replace: '1 Link ersetzen und drucken',
    others: 'Nur den anderen Zettel drucken',
    warned: 'Diese Adresse kann sonst niemand öffnen',
  },
} as const;

for (const language of languages)
  test(`slips whose link cannot be shown any more are counted, and replaced at once (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = slipWords[language];
    const club = await newClub();
    const head = await newClubAdmin(club);
    const ada = await newInvitation(club, { first_name: 'Ada', last_name: 'Alt' });
    await newInvitation(club, { first_name: 'Ben', last_name: 'Neu' });
    await signInAs(context, head, language);
    await notePrinting(page);
    let restored = true;
    // As after a restore with another secret, until the links are replaced.
    await replaceAnswer(context, 'invitations.list', (answer) => {
      const found = answer as { invitations: { id: string; url: string | null }[] };
      if (restored) for (const one of found.invitations) if (one.id === ada.id) one.url = null;
      return found;
    });
    await replaceAnswer(context, 'invitations.replaceUnknown', () => {
      restored = false;
      return { replaced: 1 };
    });
    await page.setViewportSize(viewports.phone);
    await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
    await expect(page.getByText(say.warned)).toBeVisible();
    await page.getByRole('button', { name: say.print }).click();
    const dialog = page.getByRole('dialog', { name: say.missing });
    await expectAccessible(page);
    await lookEverywhere(page, `unprintable-${language}`);
    await dialog.getByRole('button', { name: say.others }).click();
    const slips = page.getByTestId('print-sheet').getByRole('article', { includeHidden: true });
    await expect(slips).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.getByRole('button', { name: say.print }).click();
    await dialog.getByRole('button', { name: say.replace }).click();
    await expect(slips).toHaveCount(2);
    await expect(dialog).toHaveCount(0);
  });

const addressWords = {
  en: {
    open: 'Link and code for Ada Alt',
    send: 'Send by mail',
    sent: 'A mail to ada@exmaple.org is on its way.',
    change: 'Change email address',
    dialog: 'Change the address of the invitation',
    email: 'Email',
    wrong: 'Please enter a valid email address',
    save: 'Save',
    saved: 'The invitation is now for ada@example.org, with a new link.',
  },
  de: {
    open: 'Link und Code für Ada Alt',
    send: 'Per Mail schicken',
    sent: 'Eine Mail an ada@exmaple.org ist unterwegs.',
    change: 'E-Mail-Adresse ändern',
    dialog: 'Adresse der Einladung ändern',
    email: 'E-Mail',
    wrong: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    save: 'Speichern',
    saved: 'Die Einladung ist jetzt für ada@example.org und hat einen neuen Link.',
  },
} as const;

for (const language of languages)
  test(`an invitation from before the server sent mails is mailed, and its address corrected (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = addressWords[language];
    const club = await newClub();
    const head = await newClubAdmin(club);
    const wanted = { first_name: 'Ada', last_name: 'Alt', email: 'ada@exmaple.org' };
    const made = await newInvitation(club, wanted);
    await signInAs(context, head, language);
    await replaceAnswer(context, 'installationSettings.public', (answer) => ({
      ...(answer as object),
      mail: true,
    }));
    await page.setViewportSize(viewports.phone);
    await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
    await page.getByRole('button', { name: say.open }).click();
    const details = page.getByRole('dialog', { name: 'Ada Alt' });
    await expect(details.getByRole('button', { name: say.send })).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `invitation-${language}`);
    const listed = await expectSuccess(
      head.call<{ invitations: object[] }>('GET', `/clubs/${club.id}/invitations`),
    );
    await replaceAnswer(context, 'invitations.mail', () => ({ ...listed.invitations[0], mail: 'waiting' }));
    await details.getByRole('button', { name: say.send }).click();
    await expect(details.getByText(say.sent)).toBeVisible();
    await expect(details.getByRole('button', { name: say.send })).toHaveCount(0);

    await details.getByRole('button', { name: say.change }).click();
    const dialog = page.getByRole('dialog', { name: say.dialog });
    await dialog.getByLabel(say.email).fill('ada@example..org');
    await dialog.getByRole('button', { name: say.save }).click();
    await expect(dialog.getByText(say.wrong)).toBeVisible();
    await dialog.getByLabel(say.email).fill('ada@example.org');
    await lookEverywhere(page, `invitation-address-${language}`);
    await dialog.getByRole('button', { name: say.save }).click();
    await expect(page.getByText(say.saved)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(details.getByText(made.token)).toHaveCount(0);
  });

test('an accepted invitation is accepted in the open list of the administrator', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const club = await newClub();
  const admin = await newClubAdmin(club);
  const { token } = await newInvitation(club, { max_uses: 1 });
  await signInAs(context, admin);
  await page.goto(`/clubs/${club.id}/manage?tab=invitations`);
  const row = page.getByRole('row').last();
  await expect(row).toContainText('Open');
  const parent = await newUser();
  await expectSuccess(parent.call('POST', '/invitations/accept', { token }));
  await expect(row).not.toContainText('Open');
});
