import { expect, type Locator } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import { languages, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newGallery,
  newInvitation,
  newUser,
  password,
  peopleOf,
  samplePhotos,
  signIn,
  type TestUser,
  unique,
  uploadPhotos,
} from './support/test-data.ts';

const words = {
  en: {
    fields: ['Full name', 'Email', 'Password'],
    proposed: /^Your username: /,
    join: 'Create account and join',
    photos: 'Photos of Leo',
    question: '1 question',
    find: 'May the club recognise Leo Brandt in photos by their face?',
    later: 'Later',
    more: 'More actions for Leo',
    answers: 'Change answers',
    outside: 'May people outside the club see photos of Leo Brandt?',
    guard:
      'So that no photo of Leo Brandt goes outside: may the club look for their face before it shares photos?',
    no: 'No',
  },
  de: {
    fields: ['Vollständiger Name', 'E-Mail', 'Passwort'],
    proposed: /^Ihr Benutzername: /,
    join: 'Konto anlegen und beitreten',
    photos: 'Fotos von Leo',
    question: '1 Frage',
    find: 'Darf der Verein Leo Brandt auf Fotos am Gesicht erkennen?',
    later: 'Später',
    more: 'Weitere Aktionen für Leo',
    answers: 'Antworten ändern',
    outside: 'Dürfen Menschen außerhalb des Vereins Fotos von Leo Brandt sehen?',
    guard: 'Damit kein Foto von Leo Brandt nach außen geht: Darf der Verein vorher am Gesicht danach suchen?',
    no: 'Nein',
  },
} as const;

/** Leo, whom an editor has named on photos of his club, and the slip for his parents. */
async function slipOfLeo() {
  const [admin, photographer, club] = [await adminUser(), await newUser('photographer'), await newClub()];
  const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
  await uploadPhotos(gallery, photographer, samplePhotos);
  const [person] = await peopleOf(gallery, photographer);
  const leo = await expectSuccess(
    admin.call<{ id: string }>('POST', `/clubs/${club.id}/people`, {
      first_name: 'Leo',
      last_name: 'Brandt',
      born_on: '2018-05-01',
    }),
  );
  await expectSuccess(
    admin.call('POST', `/facerecognition/faces/${person!.id}/link`, { club_person_id: leo.id }),
  );
  return { leo, slip: await newInvitation(club, { guardian_of: leo.id }) };
}

async function sayYes(by: TestUser['call'], child: { id: string }, purposes: readonly string[]) {
  const { people } = await expectSuccess(by<Family>('GET', '/family?language=en'));
  for (const purpose of purposes) {
    const { text } = people[0]!.consents.find((each) => each.purpose === purpose)!;
    await expectSuccess(
      by('POST', `/family/people/${child.id}/consents`, {
        ...{ purpose, answer: 'yes', language: 'en', text_version: text.version },
      }),
    );
  }
}

for (const language of languages)
  test(`a slip leads to the photos of the own child in 8 presses at most, on a phone in ${language}`, {
    tag: ROAD,
  }, async ({ browser }) => {
    test.slow();
    const say = words[language];
    const { slip, leo } = await slipOfLeo();
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: language,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    const firstPhoto = page.getByRole('group', { name: say.photos }).locator('[data-photo-index="0"]');
    const expectHigh = async () => {
      await expect(firstPhoto).toBeVisible();
      expect((await firstPhoto.boundingBox())!.y).toBeLessThanOrEqual(240);
    };
    await page.goto(`/invitation#${slip.token}`);
    const mailbox = unique('leo').replaceAll(' ', '').toLowerCase();
    const account = ['Maria Brandt', `${mailbox}@example.org`, password];
    for (const [i, label] of say.fields.entries()) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      await press(field);
      await field.fill(account[i]!);
    }
    await expect(page.getByText(say.proposed)).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `slip-join-${language}`);
    await press(page.getByRole('button', { name: say.join }));
    await expectHigh();
    expect(presses).toBeLessThanOrEqual(8);
    await expect(page).toHaveURL(`/my-photos?tab=${leo.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Leo' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsWidth(page);
    await lookEverywhere(page, `slip-photos-${language}`);

    await test.step('one question an evening', async () => {
      const question = page.getByRole('button', { name: say.question });
      await question.click();
      await expect(page.getByRole('heading', { name: say.find })).toBeVisible();
      await lookEverywhere(page, `slip-question-${language}`);
      await page.getByRole('button', { name: say.later }).click();
      await page.reload();
      await expectHigh();
      await expect(question).toHaveCount(0);
    });

    await test.step('the question of guard comes behind the no, once, and a no is never brought up again', async () => {
      const { call } = await signIn(account[1]!);
      await sayYes(call, leo, ['find', 'name']);
      const nextEvening = () =>
        page.evaluate((key) => localStorage.removeItem(key), `family_question_${leo.id}`);
      await nextEvening();
      await page.reload();
      await page.getByRole('button', { name: say.question }).click();
      await expect(page.getByRole('heading', { name: say.outside })).toBeVisible();
      await page.getByRole('button', { name: say.no, exact: true }).click();
      await expect(page.getByRole('heading', { name: say.guard })).toBeVisible();
      await lookEverywhere(page, `slip-guard-${language}`);
      await page.getByRole('button', { name: say.later }).click();
      await nextEvening();
      await page.reload();
      await expectHigh();
      await expect(page.getByRole('button', { name: say.question })).toHaveCount(0);
      for (const asked of [say.outside, say.guard]) await expect(page.getByText(asked)).toHaveCount(0);
      await expectFitsWidth(page);
      await lookEverywhere(page, `slip-after-no-${language}`);
      await page.getByRole('button', { name: say.more }).click();
      await page.getByRole('menuitem', { name: say.answers }).click();
      await expect(page.getByRole('heading', { name: say.guard })).toBeVisible();
    });
    await context.close();
  });
