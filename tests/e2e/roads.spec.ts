import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';
import { languages, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newGallery,
  newInvitation,
  newUser,
  password,
  samplePhotos,
  unique,
} from './support/test-data.ts';

/**
 * The ways that people take, in a fresh installation or club, by visible links alone. What is pressed is counted, of a volunteer the
 * fields, too: a way that grows fails.
 */
class Walk {
  clicks = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click({ timeout: 60_000 });
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.clicks += 1;
    await field.fill(text);
  }

  async key(name: string): Promise<void> {
    this.clicks += 1;
    await this.page.keyboard.press(name);
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true });
}

const lastSaturday = () => {
  const day = new Date();
  day.setDate(day.getDate() - (day.getDay() + 1));
  return day.toISOString().slice(0, 10);
};

test('a volunteer shares the photos of last Saturday with a code', { tag: ROAD }, async ({ browser }) => {
  test.slow();
  const { dataDir, remove } = await preparedDataDir();
  const server = await startServer({ dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
  const context = await browser.newContext({
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const page = await context.newPage();
    const walk = new Walk(page);
    const dialog = page.getByRole('dialog');
    await page.goto('/');
    await walk.fill(page.getByLabel('Username or email'), TEST_ADMIN.username);
    await walk.fill(page.getByRole('textbox', { name: 'Password' }), TEST_ADMIN.password);
    await walk.press(walk.button('Sign In'));

    await test.step('a club, in which one is oneself', async () => {
      await walk.press(page.getByRole('link', { name: 'Create a club' }));
      await walk.fill(dialog.getByLabel('Name'), 'TSV Waldau');
      await walk.fill(dialog.getByLabel('Sport'), 'Handball');
      await walk.press(dialog.getByRole('button', { name: 'Create club' }));
      await expect(page.getByRole('heading', { level: 1, name: 'TSV Waldau' })).toBeVisible();
      await expect(page.getByRole('table').getByText(TEST_ADMIN.email)).toBeVisible();
    });

    await test.step('an event that is over, which a new installation refuses at first', async () => {
      await walk.press(page.getByRole('link', { name: 'Create the first event' }));
      await walk.fill(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Match against Nord');
      await walk.fill(dialog.getByLabel('Event date'), lastSaturday());
      await walk.press(dialog.getByRole('button', { name: 'Create event' }));
      await walk.press(dialog.getByRole('switch', { name: 'Allow events in the past' }));
      await expect(dialog.getByText('The date cannot be in the past')).toBeHidden();
      await walk.press(dialog.getByRole('button', { name: 'Create event' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Match against Nord' })).toBeVisible();
    });

    await test.step('a gallery, with the upload open in it', async () => {
      await walk.press(page.getByRole('link', { name: 'Create gallery' }));
      await walk.fill(page.getByRole('textbox', { name: 'Name' }), 'All photos');
      await walk.press(walk.button('Create gallery'));
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        walk.press(dialog.getByRole('button', { name: 'Select files' })),
      ]);
      await chooser.setFiles(samplePhotos.slice(0, 2));
      await expect(dialog.getByText('2 of 2 photos uploaded')).toBeVisible();
      await walk.press(dialog.getByRole('button', { name: 'Close' }).last());
    });

    await test.step('a press makes a link, copies it and shows its code', async () => {
      await walk.press(walk.button('Share'));
      await walk.press(dialog.getByRole('button', { name: 'Create link' }));
      await expect(dialog.getByRole('img', { name: /All photos/ })).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const visitor = await (await browser.newContext()).newPage();
      await visitor.goto(link);
      await expect(visitor.getByRole('group', { name: 'Photos of All photos' })).toBeVisible();
      await visitor.context().close();
    });
    expect(walk.clicks).toBeLessThanOrEqual(20);
  } finally {
    await context.close();
    await server.kill('SIGTERM');
    await remove();
  }
});

const family = {
  en: {
    locale: 'en-GB',
    account: ['Full name', 'Email', 'Password'],
    join: 'Create account and join',
    whose: 'Whose photos are you looking for?',
    child: 'My child’s',
    myPhotos: 'My photos',
    name: 'Name of the child',
    next: 'Next',
    questions: [
      'May the club recognise Lina Sommerfeld in photos by their face?',
      'May other members read the name of Lina Sommerfeld?',
      'May people outside the club see photos of Lina Sommerfeld?',
    ],
    means: 'What this means',
    answers: ['Yes', 'Yes', 'Later'],
    promise: /has been told$/,
    told: /says they are a guardian of a child in/,
    confirm: 'Add as new and confirm: Lina Sommerfeld',
    confirmed: 'Confirmed: Lina Sommerfeld.',
    bell: /notifications?$/i,
    decided: /has confirmed that you are a guardian of Lina Sommerfeld/,
    picture: 'Find Lina by a picture',
  },
  de: {
    locale: 'de-DE',
    account: ['Vollständiger Name', 'E-Mail', 'Passwort'],
    join: 'Konto anlegen und beitreten',
    whose: 'Wessen Fotos suchen Sie?',
    child: 'Die meines Kindes',
    myPhotos: 'Meine Fotos',
    name: 'Name des Kindes',
    next: 'Weiter',
    questions: [
      'Darf der Verein Lina Sommerfeld auf Fotos am Gesicht erkennen?',
      'Dürfen andere Mitglieder den Namen von Lina Sommerfeld lesen?',
      'Dürfen Menschen außerhalb des Vereins Fotos von Lina Sommerfeld sehen?',
    ],
    means: 'Was das bedeutet',
    answers: ['Ja', 'Ja', 'Später'],
    promise: /weiß Bescheid$/,
    told: /gibt an, Elternteil oder Vormund eines Kindes in/,
    confirm: 'Neu aufnehmen und bestätigen: Lina Sommerfeld',
    confirmed: 'Bestätigt: Lina Sommerfeld.',
    bell: /Benachrichtigung(en)?$/,
    decided: /hat bestätigt, dass Lina Sommerfeld zu Ihnen gehört/,
    picture: 'Lina mit einem Bild finden',
  },
} as const;

for (const language of languages)
  test(`an invited parent finds the photos of a child, whom the club confirms, ${language}`, {
    tag: ROAD,
  }, async ({ browser }) => {
    test.slow();
    const say = family[language];
    const [club, head] = [
      await newClub(),
      await newUser(undefined, { first_name: 'Carla', last_name: 'Kramer' }),
    ];
    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${head.id}`));
    const invitation = await newInvitation(club);
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: say.locale });
    const desk = await browser.newContext({ locale: say.locale });
    const page = await phone.newPage();
    const parent = new Walk(page);

    await test.step('joins on a phone', async () => {
      await page.goto(`/invitation#${invitation.token}`);
      const username = unique('parent').replaceAll(' ', '').toLowerCase();
      const account = ['Maria Sommerfeld', `${username}@example.org`, password];
      for (const [i, label] of say.account.entries())
        await page.getByRole('textbox', { name: label, exact: true }).fill(account[i]!);
      await parent.press(parent.button(say.join));
      await expect(page.getByRole('heading', { name: say.whose })).toBeVisible();
      await expectFitsWidth(page);
      await lookEverywhere(page, `whose-dashboard-${language}`);
    });

    await test.step('names the child and answers one question after the other', async () => {
      await expect(page.getByRole('navigation').getByRole('link', { name: say.myPhotos })).toBeVisible();
      await parent.press(page.getByRole('link', { name: say.child }));
      await page.getByRole('textbox', { name: say.name }).fill('Lina Sommerfeld');
      await expectAccessible(page);
      await lookEverywhere(page, `whose-name-${language}`);
      await parent.press(parent.button(say.next));
      for (const [i, question] of say.questions.entries()) {
        await expect(page.getByRole('heading', { name: question })).toBeFocused();
        await expectFitsWidth(page);
        if (i === 0) {
          await expectAccessible(page);
          await lookEverywhere(page, `whose-question-${language}`);
        }
        await parent.press(parent.button(say.answers[i]!));
      }
      await expect(page.getByRole('heading', { name: say.promise })).toBeVisible();
      await expectAccessible(page);
      await lookEverywhere(page, `whose-answered-${language}`);
    });
    expect(parent.clicks).toBeLessThanOrEqual(8);

    await test.step('the club confirms with one press in the notification and one in the list', async () => {
      await signInAs(desk, head, language);
      const admin = new Walk(await desk.newPage());
      await admin.page.goto('/notifications');
      await admin.press(admin.page.getByRole('link', { name: say.told }));
      await expect(admin.button(say.confirm)).toBeVisible();
      await expectAccessible(admin.page);
      await lookEverywhere(admin.page, `claim-new-${language}`);
      await admin.press(admin.button(say.confirm));
      await expect(admin.page.getByText(say.confirmed)).toBeVisible();
      expect(admin.clicks).toBeLessThanOrEqual(2);
    });

    await test.step('the parent is told, and stands before the photos of the child', async () => {
      await page.getByRole('button', { name: say.bell }).click();
      await page.getByRole('link', { name: say.decided }).click();
      await expect(page.getByText(say.picture, { exact: true })).toBeVisible();
      await lookEverywhere(page, `whose-confirmed-${language}`);
    });
    await phone.close();
    await desk.close();
  });

test('a photographer uploads a folder, chooses the cover and deletes a photo', { tag: ROAD }, async ({
  page,
  context,
}) => {
  test.slow();
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  const walk = new Walk(page);
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  const photos = page.getByRole('group', { name: `Photos of ${gallery.name}` });
  const tiles = photos.getByRole('button', { name: /^Open / });
  await page.goto('/');
  await walk.press(page.getByRole('link', { name: 'Galleries', exact: true }).first());
  await walk.press(page.getByRole('link', { name: gallery.name }));

  await test.step('a folder, which is sent as soon as it is chosen', async () => {
    await walk.press(walk.button('Upload photos').first());
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      walk.press(dialog.getByRole('button', { name: 'Select folder' })),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'clublens-road-'));
    for (const [index, photo] of samplePhotos.slice(0, 3).entries())
      await copyFile(photo, join(folder, `photo-${index}.jpg`));
    await chooser.setFiles(folder);
    await expect(dialog.getByText('3 of 3 photos uploaded')).toBeVisible();
    await rm(folder, { recursive: true });
    await walk.press(dialog.getByRole('button', { name: 'Show the photos' }));
    await expect(tiles).toHaveCount(3);
    await expect(tray).toHaveCount(0);
  });

  await test.step('one more, dropped on the gallery', async () => {
    const bytes = (await readFile(samplePhotos[3] ?? '')).toString('base64');
    await page.evaluate((encoded) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
      data.items.add(new File([content], 'dropped.jpg', { type: 'image/jpeg' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
        );
    }, bytes);
    await expect(dialog.getByText('1 of 1 photo uploaded')).toBeVisible();
    await walk.press(dialog.getByRole('button', { name: 'Close' }).last());
    await expect(tiles).toHaveCount(4);
  });

  await test.step('the cover, and a photo less, without leaving the viewer', async () => {
    await walk.press(tiles.first());
    const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
    await expect(viewer.getByText('1 / 4')).toBeVisible();
    await walk.press(viewer.getByRole('button', { name: 'More' }));
    await walk.press(viewer.getByRole('menuitem', { name: /as cover photo$/ }));
    await expect(page.getByText('The cover was set.')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('2 / 4')).toBeVisible();
    await walk.key('Delete');
    await walk.press(page.getByRole('button', { name: 'Delete photo', exact: true }));
    await expect(viewer.getByText('2 / 3')).toBeVisible();
    await walk.key('Escape');
    await expect(viewer).toBeHidden();
    await expect(tiles).toHaveCount(3);
  });
  expect(walk.clicks).toBeLessThanOrEqual(13);
});
