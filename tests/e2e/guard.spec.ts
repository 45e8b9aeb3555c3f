import { expect } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const longName = 'Wilhelmine Friederike Charlotte';
const words = {
  en: {
    outside: /^No: May people outside the club see photos of/,
    guard: /^Yes: May the club look for .* in photos before it shows them outside\?$/,
    withdraw: /^Withdraw my yes: May the club look for/,
    add: 'Add a picture',
    choose: 'Choose a picture',
    good: 'The picture is good.',
    keep: 'Use this picture',
    kept: /^From now on it is asked about/,
    pictures: /^Pictures by which photos of .* are kept inside$/,
    share: 'Share',
    title: 'Who is on these photos?',
    likely: 'Perhaps somebody who said no',
    question: /^Is this Wilhelmine/,
    no: /^No, .* is not Wilhelmine/,
    yes: /^Yes, .* is Wilhelmine/,
    undo: 'Undo',
    refused: 'Did not agree to be shown outside',
  },
  de: {
    outside: /^Nein: Dürfen Menschen außerhalb des Vereins Fotos von/,
    guard: /^Ja: Darf der Verein .* auf Fotos suchen, bevor er sie außerhalb zeigt\?$/,
    withdraw: /: Darf der Verein .* auf Fotos suchen, bevor er sie außerhalb zeigt\?$/,
    add: 'Bild hinzufügen',
    choose: 'Bild wählen',
    good: 'Das Bild ist gut.',
    keep: 'Dieses Bild verwenden',
    kept: /^Ab jetzt wird nach/,
    pictures: /^Bilder, mit denen Fotos von .* im Verein bleiben$/,
    share: 'Teilen',
    title: 'Wer ist auf diesen Fotos?',
    likely: 'Vielleicht jemand, der Nein gesagt hat',
    question: /^Ist das Wilhelmine/,
    no: /^Nein, .* ist nicht Wilhelmine/,
    yes: /^Ja, .* ist Wilhelmine/,
    undo: 'Rückgängig',
    refused: 'Nicht einverstanden, außerhalb gezeigt zu werden',
  },
} as const;

for (const language of languages) {
  const say = words[language];

  test(`pictures of somebody who refused keep photos inside the club (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    test.slow();
    const [photographer, mother, club, admin] = [
      await newUser('photographer'),
      await newUser(),
      await newClub(),
      await adminUser(),
    ];
    await join(club, mother, true);
    const child = await expectSuccess(
      admin.call<{ id: string }>('POST', `/clubs/${club.id}/people`, {
        first_name: longName,
        last_name: 'von und zu Hohenlohe-Waldenburg-Schillingsfürst',
        born_on: '2019-05-01',
      }),
    );
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people/${child.id}/guardians`, { user_id: mother.id }),
    );
    for (const { id } of (await expectSuccess(mother.call<Family>('GET', '/family'))).asked)
      await expectSuccess(mother.call('POST', `/family/guardianships/${id}/accept`));
    const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
    await uploadPhotos(gallery, photographer);
    await peopleOf(gallery, photographer);

    const home = await browser.newContext({ viewport: viewports.phone });
    await signInAs(home, mother, language);
    const family = await home.newPage();
    await test.step('the family is asked once it refused, and gives a picture for this alone', async () => {
      await family.goto('/family');
      const guard = family.getByRole('button', { name: say.guard });
      await expect(family.getByRole('button', { name: say.outside })).toBeVisible();
      await expect(guard).toHaveCount(0);
      await family.getByRole('button', { name: say.outside }).click();
      await guard.click();
      await lookEverywhere(family, `guard-yes-${language}`);
      await family.getByRole('button', { name: say.add }).click();
      const dialog = family.getByRole('dialog');
      await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
      const face = dialog.getByRole('button', { name: /(Face|Gesicht) 1$/ });
      await expect(face.or(dialog.getByText(say.good))).toBeVisible();
      if (await face.isVisible()) await face.click();
      await expect(dialog.getByText(say.good)).toBeVisible();
      await lookEverywhere(family, `guard-dialog-${language}`);
      await dialog.getByRole('button', { name: say.keep }).click();
      await expect(family.getByText(say.kept)).toBeVisible();
      await expect(family.getByRole('list', { name: say.pictures }).getByRole('img')).toHaveCount(1);
      await expectAccessible(family);
      await expectFitsWidth(family);
      await lookEverywhere(family, `guard-picture-${language}`);
    });

    const asked = async () =>
      (await expectSuccess(photographer.call<SharingCheck>('GET', `/galleries/${gallery.id}/sharing-check`)))
        .likely_refusers;
    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, photographer, language);
    const page = await context.newPage();
    await page.goto(`/gallery/${gallery.id}`);
    await page.getByRole('button', { name: say.share, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say.title });
    const likely = dialog.getByRole('region', { name: say.likely });
    await test.step('whoever shares the gallery is asked, says no, takes it back, and says yes', async () => {
      await expect(likely.getByRole('heading', { name: say.question })).toHaveCount(1);
      const rows = likely.getByRole('listitem');
      const [question] = await asked();
      await expect(rows).toHaveCount(question!.people.length);
      await expectAccessible(page);
      await expectFitsWidth(page);
      await lookEverywhere(page, `guard-question-${language}`);
      await likely.getByRole('button', { name: say.no }).first().click();
      await expect(rows).toHaveCount(question!.people.length - 1);
      await page.getByRole('button', { name: say.undo, exact: true }).click();
      await expect(rows).toHaveCount(question!.people.length);
      for (let left = question!.people.length; left > 0; left -= 1) {
        await likely.getByRole('button', { name: say.yes }).first().click();
        await expect(rows).toHaveCount(left - 1);
      }
      await expect(dialog.getByRole('region', { name: say.refused })).toContainText(longName);
      await lookEverywhere(page, `guard-answered-${language}`);
    });

    await test.step('a withdrawal ends it', async () => {
      await family.getByRole('button', { name: say.withdraw }).first().click();
      await expect(family.getByRole('list', { name: say.pictures })).toHaveCount(0);
    });
    await context.close();
    await home.close();
  });
}
