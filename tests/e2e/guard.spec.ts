import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { SentReferencePicture } from '#server/contract/schemas/my-photos.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
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
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const longName = 'Wilhelmine Friederike Charlotte';
const words = {
  en: {
    outside: /^No: May people outside the club see photos of/,
    guard: /^Yes: May the club look for .* in photos before it shows them outside\?$/,
    withdraw: /^Withdraw my yes: May the club look for/,
    stop: 'Stop looking',
    add: 'Add a picture',
    choose: 'Choose a picture',
    good: 'The picture is good.',
    keep: 'Use this picture',
    kept: /^The club now looks for/,
    pictures: /^Pictures by which photos of .* are kept inside$/,
    share: 'Share',
    create: 'Create link',
    title: 'Who is on these photos?',
    likely: 'Perhaps somebody who said no',
    question: /^Is this Wilhelmine/,
    no: /^No, .* is not Wilhelmine/,
    yes: /^Yes, .* is Wilhelmine/,
    undo: 'Undo',
    refused: 'Did not agree to be shown outside',
    told: /^New photos in .* wait for your answer$/,
    waiting: /^1 new photo is shown outside only after a no\. It counts as left out from /,
    leftOut: '1 photo is left out',
    none: 'No photos yet',
    open: /^Open /,
    close: 'Close',
  },
  de: {
    outside: /^Nein: Dürfen Menschen außerhalb des Vereins Fotos von/,
    guard: /^Ja: Damit kein Foto von .* nach außen geht/,
    withdraw: /: Damit kein Foto von .* nach außen geht/,
    stop: 'Nicht mehr suchen',
    add: 'Bild hinzufügen',
    choose: 'Bild wählen',
    good: 'Das Bild ist gut.',
    keep: 'Dieses Bild verwenden',
    kept: /^Der Verein sucht .* jetzt/,
    pictures: /^Bilder, mit denen Fotos von .* im Verein bleiben$/,
    share: 'Teilen',
    create: 'Link anlegen',
    title: 'Wer ist auf diesen Fotos?',
    likely: 'Vielleicht jemand, der Nein gesagt hat',
    question: /^Ist das Wilhelmine/,
    no: /^Nein, .* ist nicht Wilhelmine/,
    yes: /^Ja, .* ist Wilhelmine/,
    undo: 'Rückgängig',
    refused: 'Nicht einverstanden, außerhalb gezeigt zu werden',
    told: /^In .* warten neue Fotos auf Ihre Antwort$/,
    waiting: /^1 neues Foto wird außerhalb erst nach einem Nein gezeigt\. Ab .* gilt es als weggelassen\.$/,
    leftOut: '1 Foto fehlt',
    none: 'Noch keine Fotos',
    open: /öffnen, Foto/,
    close: 'Schließen',
  },
} as const;

/** A child with a long name on the list of a club, and its mother. */
async function childOfMother() {
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
  return { photographer, mother, club, child };
}

/** What the family answers, with the text in force. */
async function say(by: TestUser, child: { id: string }, purpose: string, answer: 'yes' | 'no') {
  const { people } = await expectSuccess(by.call<Family>('GET', '/family?language=en'));
  const asked = people.find(({ id }) => id === child.id)!.consents.find((each) => each.purpose === purpose)!;
  await expectSuccess(
    by.call('POST', `/family/people/${child.id}/consents`, {
      ...{ purpose, answer, language: 'en', text_version: asked.text.version },
    }),
  );
}

/** The first face of a photo, to keep others like it inside. */
async function giveGuardPicture(by: TestUser, child: { id: string }, file: string): Promise<void> {
  const send = async (face?: string) => {
    const form = new FormData();
    if (face) form.set('face', face);
    form.set('file', new Blob([await readFile(file)], { type: 'image/jpeg' }), 'picture.jpg');
    return expectSuccess(
      by.call<SentReferencePicture>('POST', `/my-photos/${child.id}/guard-pictures`, form),
    );
  };
  const sent = await send();
  if (sent.state !== 'choose_face') return;
  const { x, y, w, h } = sent.faces[0]!;
  expect((await send(`${x + w / 2},${y + h / 2}`)).state).toBe('saved');
}

for (const language of languages) {
  const text = words[language];

  test(`pictures of somebody who refused keep photos inside the club (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    test.slow();
    const { photographer, mother, club } = await childOfMother();
    const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
    await uploadPhotos(gallery, photographer);
    await peopleOf(gallery, photographer);

    const home = await browser.newContext({ viewport: viewports.phone });
    await signInAs(home, mother, language);
    const family = await home.newPage();
    await test.step('the family is asked once it refused, and gives a picture for this alone', async () => {
      await family.goto('/family');
      const guard = family.getByRole('button', { name: text.guard });
      await expect(family.getByRole('button', { name: text.outside })).toBeVisible();
      await expect(guard).toHaveCount(0);
      await family.getByRole('button', { name: text.outside }).click();
      await guard.click();
      await lookEverywhere(family, `guard-yes-${language}`);
      await family.getByRole('button', { name: text.add }).click();
      const dialog = family.getByRole('dialog');
      await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
      const face = dialog.getByRole('button', { name: /(Face|Gesicht) 1$/ });
      await expect(face.or(dialog.getByText(text.good))).toBeVisible();
      if (await face.isVisible()) await face.click();
      await expect(dialog.getByText(text.good)).toBeVisible();
      await lookEverywhere(family, `guard-dialog-${language}`);
      await dialog.getByRole('button', { name: text.keep }).click();
      await expect(family.getByText(text.kept)).toBeVisible();
      await expect(family.getByRole('list', { name: text.pictures }).getByRole('img')).toHaveCount(1);
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
    await page.getByRole('button', { name: text.share, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.create }).click();
    const dialog = page.getByRole('dialog', { name: text.title });
    const likely = dialog.getByRole('region', { name: text.likely });
    await test.step('whoever shares the gallery is asked, says no, takes it back, and says yes', async () => {
      await expect(likely.getByRole('heading', { name: text.question })).toHaveCount(1);
      const rows = likely.getByRole('listitem');
      const [question] = await asked();
      await expect(rows).toHaveCount(question!.people.length);
      await expectAccessible(page);
      await expectFitsWidth(page);
      await lookEverywhere(page, `guard-question-${language}`);
      await likely.getByRole('button', { name: text.no }).first().click();
      await expect(rows).toHaveCount(question!.people.length - 1);
      await page.getByRole('button', { name: text.undo, exact: true }).click();
      await expect(rows).toHaveCount(question!.people.length);
      for (let left = question!.people.length; left > 0; left -= 1) {
        await likely.getByRole('button', { name: text.yes }).first().click();
        await expect(rows).toHaveCount(left - 1);
      }
      await expect(dialog.getByRole('region', { name: text.refused })).toContainText(longName);
      await lookEverywhere(page, `guard-answered-${language}`);
    });

    await test.step('a withdrawal ends it', async () => {
      await family.getByRole('button', { name: text.withdraw }).first().click();
      const stop = family.getByRole('dialog').getByRole('button', { name: text.stop });
      await expect(stop).toBeVisible();
      await lookEverywhere(family, `guard-stop-${language}`);
      await stop.click();
      await expect(family.getByRole('list', { name: text.pictures })).toHaveCount(0);
    });
    await context.close();
    await home.close();
  });

  test(`a photo that is added to an active link waits for the answer (${language})`, async ({ browser }) => {
    test.slow();
    const { photographer, mother, club, child } = await childOfMother();
    await say(mother, child, 'outside', 'no');
    await say(mother, child, 'guard', 'yes');
    await giveGuardPicture(mother, child, samplePhotos[0]!);
    const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
    const { token } = await expectSuccess(
      photographer.call<ShareLink>('POST', `/galleries/${gallery.id}/links`, {}),
    );
    const visit = await browser.newContext({ viewport: viewports.phone, locale: language });
    const visitor = await visit.newPage();
    const shown = visitor.getByRole('button', { name: text.open });
    const expectShown = async (count: number) => {
      await visitor.goto(`/gallery/shared/${token}`);
      await expect(count > 0 ? shown : visitor.getByText(text.none)).toHaveCount(1);
    };
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
    await expectShown(0);
    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, photographer, language);
    const page = await context.newPage();
    const dialog = page.getByRole('dialog', { name: text.title });
    const likely = dialog.getByRole('region', { name: text.likely });

    await test.step('whoever made the link is told, and led to the question', async () => {
      await page.goto('/notifications');
      const notification = page.getByRole('link', { name: text.told });
      await expect(notification).toBeVisible({ timeout: 60_000 });
      await lookEverywhere(page, `waiting-told-${language}`);
      await notification.click();
      await expect(likely.getByRole('heading', { name: text.question })).toHaveCount(1);
      await expect(likely.getByText(text.waiting)).toBeVisible();
      await expectShown(0);
      await expectAccessible(page);
      await expectFitsWidth(page);
      await lookEverywhere(page, `waiting-question-${language}`);
    });

    await test.step('a no shows it, until it is taken back', async () => {
      await likely.getByRole('button', { name: text.no }).click();
      await expect(likely).toHaveCount(0);
      await expectShown(1);
      await page.getByRole('button', { name: text.undo, exact: true }).click();
      await expect(likely.getByText(text.waiting)).toBeVisible();
      await expectShown(0);
    });

    await test.step('a yes leaves it out', async () => {
      await likely.getByRole('button', { name: text.yes }).click();
      await expect(dialog.getByRole('region', { name: text.refused })).toContainText(text.leftOut);
      await expectShown(0);
      await lookEverywhere(page, `waiting-answered-${language}`);
      await dialog.getByRole('button', { name: text.close }).click();
      await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}$`));
    });
    await context.close();
    await visit.close();
  });
}
