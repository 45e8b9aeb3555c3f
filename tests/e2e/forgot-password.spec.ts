import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { type ServerWithMail, startServerWithMail } from './support/server-with-mail.ts';
import { test } from './support/test.ts';
import { password } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

let server: ServerWithMail;
test.beforeAll(async () => {
  server = await startServerWithMail();
});
test.afterAll(() => server.close());

const words = {
  en: {
    locale: 'en-GB',
    forgot: 'Forgotten your password?',
    login: 'Username or email',
    send: 'Send the link',
    sent: 'Look into your mailbox',
    subject: 'A new password for Clublens',
    password: 'New password',
    confirm: 'Confirm new password',
    save: 'Save and sign in',
    used: 'This link has already been used.',
  },
  de: {
    locale: 'de-DE',
    forgot: 'Passwort vergessen?',
    login: 'Benutzername oder E-Mail',
    send: 'Link schicken',
    sent: 'Sehen Sie in Ihr Postfach',
    subject: 'Ein neues Passwort für Clublens',
    password: 'Neues Passwort',
    confirm: 'Neues Passwort wiederholen',
    save: 'Speichern und anmelden',
    used: 'Dieser Link wurde schon benutzt.',
  },
};

for (const language of languages) {
  const text = words[language];
  test(`a forgotten password is set anew through a mail, on a phone, in ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const username = `lost-${language}`;
    const account = { username, email: `${username}@example.org`, password, first_name: 'Max' };
    expect((await (await server.admin())('POST', '/users', account)).status).toBe(201);
    const phone = await browser.newContext({ viewport: viewports.phone, locale: text.locale });
    const page = await phone.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: text.forgot }).click();
    // The page of signing in has a field of the same name.
    await expect(page).toHaveURL(/\/forgot-password/);
    await expect(page.getByRole('heading', { name: text.forgot })).toBeVisible();
    await page.getByRole('textbox', { name: text.login }).fill(account.email);
    await expectAccessible(page);
    const before = server.mails.received.length;
    await page.getByRole('button', { name: text.send }).click();
    await expect(page.getByRole('heading', { name: text.sent })).toBeFocused();
    await expectAccessible(page);

    const received = (await server.mails.until(before + 1)).at(-1)!;
    expect([received.to, received.mail.subject]).toEqual([[account.email], text.subject]);
    const [link = ''] = /http:\S+#\S+/.exec(received.mail.text ?? '') ?? [];
    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: text.password, exact: true }).fill('kicked in at half time');
    await page.getByRole('textbox', { name: text.confirm }).fill('kicked in at half time');
    await page.getByRole('button', { name: text.save }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Max');
    expect((await server.as(username, 'kicked in at half time')).length).toBeDefined();

    const other = await browser.newContext({ viewport: viewports.phone, locale: text.locale });
    const later = await other.newPage();
    await later.goto(link);
    await expect(later.getByText(text.used)).toBeVisible();
    await other.close();
    await phone.close();
  });
}

test('the mail itself is readable on a phone, light and dark', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  const before = server.mails.received.length;
  await (await server.admin())('POST', '/mail/test');
  const received = (await server.mails.until(before + 1)).at(-1);
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await browser.newContext({ viewport: viewports.phone, colorScheme });
    const page = await phone.newPage();
    await page.setContent(received?.mail.html ?? '');
    await expectAccessible(page);
    await expectFitsWidth(page);
    await phone.close();
  }
});
