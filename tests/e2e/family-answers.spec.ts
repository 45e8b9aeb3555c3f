import { type BrowserContext, expect } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { FamilyMember } from '#server/contract/schemas/my-photos.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, replaceAnswer, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, join, newClub, newUser, type TestUser } from './support/test-data.ts';

const phone = { width: 390, height: 844 };

/** A child of the club, with guardians whose accounts are confirmed; answers its id. */
async function newChild(club: { id: string }, first_name: string, ...guardians: TestUser[]): Promise<string> {
  const admin = await adminUser();
  const child = await expectSuccess(
    admin.call<{ id: string }>('POST', `/clubs/${club.id}/people`, { first_name, born_on: '2019-05-01' }),
  );
  for (const guardian of guardians) {
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people/${child.id}/guardians`, { user_id: guardian.id }),
    );
    const { asked } = await expectSuccess(guardian.call<Family>('GET', '/family'));
    for (const { id } of asked)
      await expectSuccess(guardian.call('POST', `/family/guardianships/${id}/accept`));
  }
  return child.id;
}

async function say(by: TestUser, child: string, purpose: 'find' | 'outside', answer: 'yes' | 'no') {
  const { people } = await expectSuccess(by.call<Family>('GET', '/family'));
  const asked = people.find(({ id }) => id === child)!.consents.find((each) => each.purpose === purpose)!;
  await expectSuccess(
    by.call('POST', `/family/people/${child}/consents`, {
      purpose,
      answer,
      language: 'en',
      text_version: asked.text.version,
    }),
  );
}

const foundPhotos = (total: number) => ({
  ...{ photos: [], total, galleries: 0, unconfirmed: 0, questions: 0 },
  ...{ newest_at: null, seen_until: null, new_photos: 0 },
});

const words = {
  en: {
    no: '2 answers “Not Penny”',
    list: 'Not Penny',
    yes: /^Yes, this is Penny/,
    noted: 'Noted: this is Penny.',
    erase: 'Have Penny deleted',
    refused: /^Somebody said no to photos of Penny outside the club\./,
    own: /^You said no to photos outside the club\./,
    hide: 'Hide the photos, too',
    share: 'Share with grandma',
    more: 'More actions for Penny',
    moreOfLea: 'More actions for Lea (TSV Nord)',
    answers: 'Change answers',
    tabs: ['Lea (TSV Nord)', 'Lea (SC Süd)'],
    heading: 'No photos of Lea (TSV Nord) yet',
    member: 'Your request to join',
    waits: 'Penny Berg waits for the club',
    toQuestions: 'Answer the questions',
    child: 'Name of the child',
    next: 'Next',
    known: 'You are a guardian of Penny already',
    done: 'Done',
    yesButton: 'Yes',
    later: 'Later',
    family: '1 request from a family waits',
  },
  de: {
    no: '2 Antworten „Nicht Penny“',
    list: 'Nicht Penny',
    yes: /^Doch, das ist Penny/,
    noted: 'Notiert: Das ist Penny.',
    erase: 'Löschung von Penny beantragen',
    refused: /^Jemand hat Nein zu Fotos von Penny außerhalb des Vereins gesagt\./,
    own: /^Sie haben Nein zu Fotos außerhalb des Vereins gesagt\./,
    hide: 'Auch die Fotos ausblenden',
    share: 'Mit Oma teilen',
    more: 'Weitere Aktionen für Penny',
    moreOfLea: 'Weitere Aktionen für Lea (TSV Nord)',
    answers: 'Antworten ändern',
    tabs: ['Lea (TSV Nord)', 'Lea (SC Süd)'],
    heading: 'Noch keine Fotos von Lea (TSV Nord)',
    member: 'Ihre Anfrage',
    waits: 'Der Verein muss Penny Berg noch bestätigen',
    toQuestions: 'Fragen beantworten',
    child: 'Name des Kindes',
    next: 'Weiter',
    known: 'Sie sind schon für Penny sorgeberechtigt',
    done: 'Fertig',
    yesButton: 'Ja',
    later: 'Später',
    family: '1 Anfrage einer Familie wartet',
  },
} as const;

const opened = async (context: BrowserContext, who: TestUser, language: 'en' | 'de', address: string) => {
  await signInAs(context, who, language);
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto(address);
  return page;
};

for (const language of languages) {
  const t = words[language];

  test(`a no about a person can be turned into a yes later (${language})`, { tag: ONLY_IN_ALL }, async ({
    context,
  }) => {
    const [anna, club] = [await newUser(), await newClub()];
    await join(club, anna, true);
    await say(anna, await newChild(club, 'Penny', anna), 'find', 'yes');
    const picture = '/icons/icon-512.png';
    let people = ['Cup', 'Summer'].map((name) => ({
      person_id: name,
      gallery_id: name,
      gallery_name: `${name} gallery`,
      event_name: `${name} day`,
      photo_count: 2,
      photo: {
        id: name,
        width: 512,
        height: 512,
        thumbnail_urls: { small: picture, medium: picture, large: picture },
      },
      box: { x: 0.4, y: 0.4, w: 0.2, h: 0.2 },
    }));
    await replaceAnswer(context, 'myPhotos.answeredNo', () => ({ people, total: people.length }));
    await replaceAnswer(context, 'myPhotos.answer', () => {
      people = people.slice(1);
      return { earlier: 'no', photo_count: 2 };
    });
    const page = await opened(context, anna, language, '/my-photos');
    await page.getByRole('button', { name: t.more }).click();
    await look(page, `answered-no-line-${language}`);
    await page.getByRole('menuitem', { name: t.no }).click();
    const dialog = page.getByRole('dialog', { name: t.list });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('listitem').first()).toContainText('Cup gallery · Cup day');
    await expectAccessible(page);
    await expectFitsWidth(page);
    await look(page, `answered-no-${language}`);
    await dialog.getByRole('button', { name: t.yes }).first().click();
    await expect(page.getByText(t.noted)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: t.yes }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: t.more }).click();
    await expect(page.getByRole('menuitem', { name: t.no })).toHaveCount(0);
    await context.unrouteAll({ behavior: 'wait' });
  });

  test(`where guardians disagree, each reads what the own answer was (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const [anna, peter] = [await newUser(), await newUser()];
    const club = await newClub();
    for (const parent of [anna, peter]) await join(club, parent, true);
    await expectSuccess((await adminUser()).call('PUT', `/clubs/${club.id}/family-links`, { allowed: true }));
    const penny = await newChild(club, 'Penny', anna, peter);
    await say(anna, penny, 'find', 'yes');
    await say(peter, penny, 'find', 'yes');
    await say(anna, penny, 'outside', 'yes');
    await say(peter, penny, 'outside', 'no');
    for (const [parent, isOwn] of [
      [anna, false],
      [peter, true],
    ] as const) {
      const context = await browser.newContext({ locale: language, reducedMotion: 'reduce' });
      await replaceAnswer(context, 'myPhotos.photos', () => foundPhotos(2));
      const page = await opened(context, parent, language, '/family');
      await page.getByRole('button', { name: t.erase }).click();
      await expect(page.getByText(isOwn ? t.own : t.refused)).toBeVisible();
      await expect(page.getByText(isOwn ? t.refused : t.own)).toHaveCount(0);
      await expect(page.getByRole('checkbox', { name: t.hide })).toBeChecked();
      await look(page, `erase-${isOwn ? 'own' : 'others'}-${language}`);
      await page.goto('/my-photos');
      // A no is not brought up again: the menu leads to the answers.
      await page.getByRole('button', { name: t.more }).click();
      await expect(page.getByRole('menuitem', { name: t.answers })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: t.share })).toHaveCount(0);
      await lookEverywhere(page, `share-refused-${isOwn ? 'own' : 'others'}-${language}`);
      await context.unrouteAll({ behavior: 'wait' });
      await context.close();
    }
  });

  test(`children of the same first name are told apart by their clubs (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ context }) => {
    const member = (id: string, club_name: string): FamilyMember => ({
      id,
      name: 'Lea Berg',
      first_name: 'Lea',
      club_id: id,
      club_name,
      is_self: false,
      find: 'yes',
      may_share: true,
      outside: 'yes',
      own_outside: null,
      guard: 'unknown',
      references: [
        {
          id,
          picture: 'data:,',
          created_at: '2026-01-01T00:00:00Z',
          expires_on: '2030-01-01',
          in_force: true,
        },
      ],
    });
    await replaceAnswer(context, 'myPhotos.family', () => ({
      members: [member('a', 'TSV Nord'), member('b', 'SC Süd')],
    }));
    let total = 0;
    await replaceAnswer(context, 'myPhotos.photos', () => foundPhotos(total));
    const page = await opened(context, await newUser(), language, '/my-photos');
    await expect(page.getByRole('tab')).toHaveText([...t.tabs]);
    await expect(page.getByText(t.heading)).toBeVisible();
    // The link is offered once there are photos.
    const more = page.getByRole('button', { name: t.moreOfLea });
    await more.click();
    await expect(page.getByRole('menuitem', { name: t.share })).toHaveCount(0);
    total = 2;
    await page.reload();
    await more.click();
    await page.getByRole('menuitem', { name: t.share }).click();
    await expect(page.getByRole('dialog')).toContainText('Lea (TSV Nord)');
    await page.keyboard.press('Escape');
    await look(page, `same-first-name-${language}`);
    await context.unrouteAll({ behavior: 'wait' });
  });

  test(`what waits for the club is said where parents look (${language})`, { tag: ONLY_IN_ALL }, async ({
    context,
  }) => {
    const [anna, club] = [await newUser(), await newClub()];
    await join(club, anna, false);
    const page = await opened(context, anna, language, '/');
    const notice = page.getByRole('region').filter({ hasText: t.member });
    await expect(notice).toContainText(club.name);
    await look(page, `request-waits-${language}`);

    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/members/${anna.id}/approve`));
    await newChild(club, 'Otto');
    await expectSuccess(
      anna.call('POST', `/clubs/${club.id}/guardian-claims`, { relation: 'child', name: 'Penny Berg' }),
    );
    await page.goto('/my-photos');
    await expect(page.getByText(t.waits, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: t.toQuestions })).toBeVisible();
    await look(page, `claim-waits-${language}`);
  });

  test(`a child one answers for already is not asked of the club again, and what waits stands on its dashboard (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ context, browser }) => {
    const [anna, head, club] = [await newUser(), await newUser(), await newClub()];
    await join(club, anna, true);
    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${head.id}`));
    await newChild(club, 'Penny', anna);
    const page = await opened(context, anna, language, '/my-photos?whose=child');
    const claim = async (name: string) => {
      await page.getByLabel(t.child).fill(name);
      await page.getByRole('button', { name: t.next }).click();
    };
    await claim('penny');
    await expect(page.getByRole('heading', { name: t.known })).toBeFocused();
    await expectAccessible(page);
    await lookEverywhere(page, `known-already-${language}`);
    await page.getByRole('link', { name: t.done }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/my-photos/);

    await page.goto('/my-photos?whose=child');
    await claim('Otto Berg');
    await expect(page.getByText('Otto Berg')).toBeVisible();
    await page.getByRole('button', { name: t.yesButton, exact: true }).click();
    for (let i = 0; i < 2; i += 1) await page.getByRole('button', { name: t.later, exact: true }).click();
    await page.getByRole('link', { name: t.done }).click();
    const other = await browser.newContext({ locale: language, reducedMotion: 'reduce' });
    const dashboard = await opened(other, head, language, '/');
    await expect(dashboard.getByRole('link', { name: `${club.name}: ${t.family}` })).toBeVisible();
    await expectAccessible(dashboard);
    await expectFitsWidth(dashboard);
    await lookEverywhere(dashboard, `waiting-at-clubs-${language}`);
    await dashboard.getByRole('link', { name: `${club.name}: ${t.family}` }).click();
    await expect(dashboard.getByText('Otto Berg').first()).toBeVisible();
    await other.close();
  });
}

test('the buttons for a picture are whole on the narrowest phone', { tag: ONLY_IN_ALL }, async ({
  context,
}) => {
  const [anna, club] = [await newUser(), await newClub()];
  await join(club, anna, true);
  await say(anna, await newChild(club, 'Penny', anna), 'find', 'yes');
  const page = await opened(context, anna, 'de', '/my-photos');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Mit einem Bild finden' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Bild aufnehmen', 'Bild wählen']) {
    const label = dialog.locator('.mantine-Button-label', { hasText: name });
    await expect(label).toBeVisible();
    expect(await label.evaluate((shown) => shown.scrollWidth - shown.clientWidth), name).toBe(0);
  }
  await expectFitsWidth(page);
  await look(page, 'picture-dialog-320');
});
