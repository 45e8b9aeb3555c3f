import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { Call } from '#tests/support/actors.ts';
import { TEST_ADMIN } from '#tests/support/server-process.ts';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, toast } from './support/browser.ts';
import { type ServerWithMail, startServerWithMail } from './support/server-with-mail.ts';
import { test } from './support/test.ts';
import { expectSuccess, password } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    phones: 'Tell phones about new photos',
    tell: 'Tell me on this device',
    saved: 'The setting was saved.',
    begun: 'This device will tell you in the evening.',
    more: 'More actions for Ada',
  },
  de: {
    phones: 'Handys über neue Fotos benachrichtigen',
    tell: 'Auf diesem Gerät benachrichtigen',
    saved: 'Die Einstellung wurde gespeichert.',
    begun: 'Dieses Gerät meldet sich am Abend.',
    more: 'Weitere Aktionen für Ada',
  },
} as const;

let server: ServerWithMail;
let admin: Call;
test.beforeAll(async () => {
  server = await startServerWithMail();
  admin = await server.admin();
});
test.afterAll(() => server.close());

/** Ada, who is on the list of her club and agreed to be found. */
async function newAda(username: string): Promise<void> {
  const account = { username, email: `${username}@example.org`, password, first_name: 'Ada' };
  const { id: user_id } = await expectSuccess(admin<{ id: string }>('POST', '/users', account));
  const { id: club } = await expectSuccess(
    admin<{ id: string }>('POST', '/clubs', { name: `TSV ${username}`, sport_type: 'football' }),
  );
  const ada = await server.as(username, password);
  await expectSuccess(ada('POST', `/clubs/${club}/join`));
  await expectSuccess(admin('POST', `/clubs/${club}/members/${user_id}/approve`));
  const { id } = await expectSuccess(
    admin<{ id: string }>('POST', `/clubs/${club}/people`, {
      first_name: 'Ada',
      last_name: 'Lange',
      born_on: '1990-01-01',
      user_id,
    }),
  );
  const { people } = await expectSuccess(ada<Family>('GET', '/family?language=en'));
  const { text } = people[0]!.consents.find(({ purpose }) => purpose === 'find')!;
  await expectSuccess(
    ada('POST', `/family/people/${id}/consents`, {
      ...{ purpose: 'find', answer: 'yes', language: 'en', text_version: text.version },
    }),
  );
}

async function signIn(page: Page, username: string, secret: string): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.locator('input[autocomplete~="username"]').fill(username);
  await page.locator('input[type="password"]').fill(secret);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Chromium without a window refuses notifications, and without Google it has no service: what a browser with both says. */
const giveService = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    PushManager.prototype.subscribe = async () =>
      ({
        toJSON: () => ({
          endpoint: 'https://fcm.googleapis.com/fcm/send/of-nobody',
          keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
        }),
      }) as unknown as PushSubscription;
  });

for (const locale of languages)
  test(`a phone is told once it is wanted, and shows the message (${locale})`, async ({ browser }) => {
    const w = words[locale];
    const username = `ada-${locale}`;
    await newAda(username);
    const context = await browser.newContext({
      viewport: viewports.phone,
      locale,
      serviceWorkers: 'allow',
    });
    await context.grantPermissions(['notifications'], { origin: server.url });
    await giveService(context);
    const page = await context.newPage();

    await signIn(page, username, password);
    await page.goto(`${server.url}/settings`);
    await expect(page.getByRole('combobox').first()).toBeVisible();
    await expect(page.getByText(w.tell)).toHaveCount(0);

    const office = await browser.newContext({ viewport: viewports.phone, locale });
    const theirs = await office.newPage();
    await signIn(theirs, TEST_ADMIN.username, TEST_ADMIN.password);
    await theirs.goto(`${server.url}/admin/settings`);
    await theirs.getByRole('switch', { name: w.phones }).click();
    await toast(theirs, w.saved);
    await expectAccessible(theirs);
    await expectFitsWidth(theirs);
    await theirs.getByRole('switch', { name: w.phones }).scrollIntoViewIfNeeded();
    await lookEverywhere(theirs, `phones-admin-${locale}`);

    await page.goto(`${server.url}/my-photos`);
    await page.getByRole('button', { name: w.more }).click();
    await page.getByRole('menuitem', { name: w.tell }).scrollIntoViewIfNeeded();
    await lookEverywhere(page, `phones-menu-${locale}`);
    await page.getByRole('menuitem', { name: w.tell }).click();
    await toast(page, w.begun);
    await page.getByRole('button', { name: w.more }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expect(page.getByRole('menuitem', { name: w.tell })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.goto(`${server.url}/settings`);
    await expect(page.getByRole('switch', { name: w.tell })).toBeChecked();
    await expectAccessible(page);
    await expectFitsWidth(page);
    await lookEverywhere(page, `phones-settings-${locale}`);

    expect(await shownBy(context, page, { title: '3 new photos' })).toEqual([
      ['3 new photos', { tag: 'new-photos', icon: '/icons/icon-192.png' }],
    ]);
    await admin('PUT', '/settings', { web_push: false });
    await office.close();
    await context.close();
  });

/** What the service worker shows when a message comes. */
async function shownBy(context: BrowserContext, page: Page, message: object): Promise<unknown> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as {
      shown: unknown[];
      registration: { showNotification: (...said: unknown[]) => Promise<void> };
    };
    scope.shown = [];
    scope.registration.showNotification = async (...said) => void scope.shown.push(said);
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const shown = () => worker!.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);
  await expect.poll(shown).toHaveLength(1);
  return shown();
}
