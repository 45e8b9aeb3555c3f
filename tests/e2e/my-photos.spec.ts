import { expect } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { FamilyShareLinks } from '#server/contract/schemas/family-share-links.ts';
import type { FamilyMember, FoundPhoto, MatchQuestion } from '#server/contract/schemas/my-photos.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import {
  expectUncovered,
  look,
  lookEverywhere,
  replaceAnswer,
  replaceAnswers,
  scrollAboveNavigation,
  signInAs,
} from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

type Found = { photos: FoundPhoto[] };

const words = {
  en: {
    nav: 'My photos',
    add: 'Add a picture',
    choose: 'Choose a picture',
    keep: 'Use this picture',
    kept: 'Photos of Ada are found from now on',
    photos: 'Photos of Ada',
    more: 'More actions for Ada',
    pictures: 'Pictures by which Ada is found',
    delete: 'Delete picture',
    answers: 'Change answers',
    share: 'Share with grandma',
    create: 'Create link',
    copy: 'Copy link',
    created: /^The link was created/,
    end: 'End link',
    byLink: 'Shared by link',
    not: 'Not Ada',
    all: /^All \d+ photos of this person$/,
    yes: 'Yes, this is Ada',
    confirmed: 'Confirmed: this is Ada',
    noted: /^\d+ photos? gone: not Ada\./,
    undo: 'Undo',
    undone: 'Undone.',
    unconfirmed: /not confirmed yet/,
    ask: 'Please hide this photo',
    hide: 'Hide this photo',
    hidden: 'The photo is hidden.',
    nobody: 'Nobody to look for yet',
    notice: 'Password',
    once: 'Find by a picture',
    remember: 'Remember for Ada',
    deleted: /^The picture is deleted/,
    found: /photos? found$/,
  },
  de: {
    nav: 'Meine Fotos',
    add: 'Bild hinzufügen',
    choose: 'Bild wählen',
    keep: 'Dieses Bild verwenden',
    kept: 'Fotos von Ada werden ab jetzt gefunden',
    photos: 'Fotos von Ada',
    more: 'Weitere Aktionen für Ada',
    pictures: 'Bilder, mit denen Ada gefunden wird',
    delete: 'Bild löschen',
    answers: 'Antworten ändern',
    share: 'Mit Oma teilen',
    create: 'Link anlegen',
    copy: 'Link kopieren',
    created: /^Der Link wurde angelegt/,
    end: 'Link beenden',
    byLink: 'Per Link geteilt',
    not: 'Nicht Ada',
    all: /^Alle \d+ Fotos dieser Person$/,
    yes: 'Ja, das ist Ada',
    confirmed: 'Bestätigt: Das ist Ada',
    noted: /^\d+ Fotos? weg: nicht Ada\./,
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
    unconfirmed: /noch nicht bestätigt/,
    ask: 'Bitte dieses Foto ausblenden',
    hide: 'Foto ausblenden',
    hidden: 'Das Foto ist ausgeblendet.',
    nobody: 'Hier wird noch niemand gesucht',
    notice: 'Passwort',
    once: 'Mit einem Bild finden',
    remember: 'Für Ada merken',
    deleted: /^Das Bild ist gelöscht/,
    found: /Fotos? gefunden$/,
  },
} as const;

const picture = '/icons/icon-512.png';

/** Lists somebody as a person of the club, who then agrees to be found in photos. */
async function agreeToBeFound(user: TestUser, club: { id: string }): Promise<{ id: string }> {
  const admin = await adminUser();
  await expectSuccess(
    admin.call('POST', `/clubs/${club.id}/people`, { first_name: 'Ada', user_id: user.id }),
  );
  const [self] = (await expectSuccess(user.call<Family>('GET', '/family'))).people;
  const find = self!.consents.find(({ purpose }) => purpose === 'find')!;
  await expectSuccess(
    user.call('POST', `/family/people/${self!.id}/consents`, {
      purpose: 'find',
      answer: 'yes',
      language: 'en',
      text_version: find.text.version,
    }),
  );
  return self!;
}

test('of small faces in a portrait one is tapped and stays marked, and the next step stays in view on a phone', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await page.setViewportSize(viewports.phone);
  const [ada, club] = [await newUser(), await newClub()];
  await join(club, ada, true);
  const self = await agreeToBeFound(ada, club);
  // Two faces that stand so close that their targets overlap, and one apart.
  const faces = [
    { x: 0.4, y: 0.3, w: 0.05, h: 0.04 },
    { x: 0.48, y: 0.3, w: 0.05, h: 0.04 },
    { x: 0.8, y: 0.7, w: 0.05, h: 0.04 },
  ];
  const sent: string[] = [];
  await context.route(`**/api/my-photos/${self.id}/references`, (route) => {
    const [, face] = /name="face"\s+([\d.,]+)/.exec(route.request().postData() ?? '') ?? [];
    if (face) sent.push(face);
    const data = face
      ? { state: 'tried', photos: 12, galleries: 3 }
      : { state: 'choose_face', faces: sent.length > 0 ? faces.slice(1) : faces };
    return route.fulfill({ json: { success: true, data } });
  });
  await signInAs(context, ada, 'de');
  await replaceAnswer(context, 'myPhotos.family', (family) => ({
    members: (family as { members: FamilyMember[] }).members.map((member) => ({
      ...member,
      references: [{ id: 'one', expires_on: '2099-01-01', picture, in_force: true }],
    })),
  }));
  await page.goto('/my-photos');
  await page.getByRole('button', { name: words.de.more }).click();
  await page.getByRole('menuitem', { name: words.de.pictures }).click();
  await page.getByRole('button', { name: words.de.add }).click();
  const dialog = page.getByRole('dialog').last();
  const camera = dialog.locator('input[type=file]').first();
  // The phone decides between its cameras.
  await expect(camera).toHaveAttribute('capture', /^(true)?$/);
  const portrait = {
    name: 'team.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1600"><rect width="900" height="1600" fill="#789"/></svg>',
    ),
  };
  await dialog.locator('input[type=file]').last().setInputFiles(portrait);
  const targets = dialog.getByRole('button', { name: /^Gesicht \d$/ });
  await expect(targets).toHaveCount(3);
  for (const target of await targets.all()) {
    const box = (await target.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  }
  await lookEverywhere(page, 'choose-face');
  const tap = async (face: { x: number; y: number; w: number; h: number }) => {
    // The dialog grows with what it says, so the picture moves.
    const picture = (await dialog.locator('img').boundingBox())!;
    await page.mouse.click(
      picture.x + (face.x + face.w / 2) * picture.width,
      picture.y + (face.y + face.h / 2) * picture.height,
    );
  };
  for (const [i, face] of faces.entries()) {
    await tap(face);
    await expect(targets.nth(i)).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog.locator('[data-chosen]')).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: words.de.keep })).toBeInViewport({ ratio: 1 });
    await expect(targets).toHaveCount(3);
  }
  expect(sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(3);
  await expectFitsWidth(page);
  await lookEverywhere(page, 'chosen-face');
  // Faces of another picture are not those of the one before. Without targets that overlap it is accessible.
  await dialog.locator('input[type=file]').last().setInputFiles(portrait);
  await expect(targets).toHaveCount(2);
  await expect(dialog.locator('[data-chosen]')).toHaveCount(0);
  await expectAccessible(page);
  await tap(faces[2]!);
  await expect(targets.last()).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
});

const questions = {
  en: { title: 'Is this Ada?', no: 'No', noted: 'Noted: this is not Ada.', undo: 'Undo' },
  de: { title: 'Ist das Ada?', no: 'Nein', noted: 'Notiert: Das ist nicht Ada.', undo: 'Rückgängig' },
};

const askedAbout = (letter: string, relative_id: string | null = null): MatchQuestion => ({
  person_id: letter,
  relative_id,
  is_declined: false,
  gallery_id: letter,
  gallery_name: `Gallery ${letter}`,
  event_name: 'Cup final',
  photo_count: 2,
  photo: {
    id: letter,
    width: 512,
    height: 512,
    thumbnail_urls: { small: picture, medium: picture, large: picture },
  },
  box: { x: 0.4, y: 0.4, w: 0.2, h: 0.2 },
});

for (const language of languages)
  test(`the undo of an answer leaves the buttons of the next question free, in ${language} on a phone`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = questions[language];
    await page.setViewportSize(viewports.phone);
    const [ada, club] = [await newUser(), await newClub()];
    await join(club, ada, true);
    await agreeToBeFound(ada, club);
    let asked = ['a', 'b', 'c'].map((letter) => askedAbout(letter));
    await replaceAnswer(context, 'myPhotos.questions', () => ({ questions: asked }));
    await replaceAnswer(context, 'myPhotos.answer', () => {
      asked = asked.slice(1);
      return { earlier: null, photo_count: 2 };
    });
    await signInAs(context, ada, language);
    await page.goto('/my-photos');
    const question = page.getByRole('region', { name: say.title });
    const no = question.getByRole('button', { name: say.no, exact: true });
    await expect(question).toContainText('Gallery a');
    await no.click();
    await expect(question).toContainText('Gallery b');
    await expect(page.getByText(say.noted)).toBeVisible();
    await scrollAboveNavigation(no);
    await expectUncovered(no);
    await expectUncovered(page.getByRole('button', { name: say.undo }));
    await look(page, `next-question-${language}`);
    await context.unrouteAll({ behavior: 'wait' });
  });

const which = {
  en: { title: 'Ada or Lina?', neither: 'Neither', noted: 'Noted: this is Lina.' },
  de: { title: 'Ada oder Lina?', neither: 'Niemand von beiden', noted: 'Notiert: Das ist Lina.' },
};

for (const language of languages)
  test(`siblings who look alike are one question with both names, in ${language} on a phone`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = which[language];
    await page.setViewportSize(viewports.phone);
    const [ada, club] = [await newUser(), await newClub()];
    await join(club, ada, true);
    const self = await agreeToBeFound(ada, club);
    const lina = { id: 'lina', name: 'Lina Berg', first_name: 'Lina', is_self: false };
    let asked = ['a', 'b'].map((letter) => askedAbout(letter, 'lina'));
    await replaceAnswers(context, {
      'myPhotos.family': (family) => {
        const [first] = (family as { members: FamilyMember[] }).members;
        return { members: [first, { ...first, ...lina }] };
      },
      'myPhotos.questions': () => ({ questions: asked }),
    });
    const answers: { person_id: string }[] = [];
    await context.route('**/trpc/myPhotos.answer*', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const said = Object.values(route.request().postDataJSON() as typeof answers);
      answers.push(...said);
      asked = asked.filter(({ person_id }) => answers.every((one) => one.person_id !== person_id));
      return route.fulfill({
        json: said.map(() => ({ result: { data: { earlier: null, photo_count: 2 } } })),
      });
    });
    await signInAs(context, ada, language);
    await page.goto('/my-photos');
    const question = page.getByRole('region', { name: say.title });
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `which-of-two-${language}`);
    await question.getByRole('button', { name: 'Lina', exact: true }).click();
    await expect(page.getByText(say.noted)).toBeVisible();
    await expect(question).toContainText('Gallery b');
    await expect(async () => {
      await question.getByRole('button', { name: say.neither }).click({ timeout: 1_000 });
      await expect(question).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect.poll(() => answers.length).toBe(3);
    expect(answers).toEqual([
      { id: 'lina', person_id: 'a', answer: 'yes' },
      { id: self.id, person_id: 'b', answer: 'no' },
      { id: 'lina', person_id: 'b', answer: 'no' },
    ]);
    await context.unrouteAll({ behavior: 'wait' });
  });

for (const language of languages)
  test(`somebody adds a picture, sees the own photos, shares them and says who it is not, in ${language} on a phone`, async ({
    page,
    context,
  }) => {
    const say = words[language];
    await page.setViewportSize(viewports.phone);
    const admin = await adminUser();
    const photographer = await newUser('photographer');
    const [ada, stranger] = [await newUser(), await newUser()];
    const club = await newClub();
    await join(club, ada, true);
    // The latest of all events, so that its photos stand first: the same face is in public galleries of other tests.
    const event = await newEvent([club], undefined, undefined, 400);
    const gallery = await newGallery({ photographer, event, visibility: 'club_restricted' });
    await uploadPhotos(gallery, photographer, samplePhotos);
    await expect.poll(async () => (await peopleOf(gallery, photographer)).length).toBeGreaterThan(0);
    await expectSuccess(admin.call('PUT', `/clubs/${club.id}/family-links`, { allowed: true }));
    const self = await agreeToBeFound(ada, club);

    await signInAs(context, ada, language);
    await page.goto('/');
    await page.getByRole('link', { name: say.nav }).click();
    await page.getByRole('button', { name: say.once }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
    const face = dialog.getByRole('button', { name: /^(Face|Gesicht) 1$/ });
    const keep = page.getByRole('button', { name: say.remember });
    await expect(face.or(keep)).toBeVisible();
    if (await face.isVisible()) await face.click();
    await expect(keep).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await lookEverywhere(page, `keep-picture-${language}`);
    await keep.click();
    await expect(page.getByText(say.kept)).toBeVisible();
    const photos = page.getByRole('group', { name: say.photos });
    await expect(photos).toBeVisible();
    await expectAccessible(page);
    await expectFitsWidth(page);
    await lookEverywhere(page, `my-photos-${language}`);

    // Also of galleries of other tests, whose clubs allow no such links, and more than the page renders at once.
    const inOwnGallery = async () =>
      (await expectSuccess(ada.call<Found>('GET', `/my-photos/${self.id}/photos`))).photos.filter(
        ({ gallery_id }) => gallery_id === gallery.id,
      ).length;
    const count = await inOwnGallery();
    const tile = photos.locator('[data-photo-index="0"]');
    // The first photo is in view at once, also where the browser's bars leave a phone 740 pixels.
    // Accounts of this test still have the password that was set for them, which a notice above the page says.
    const notice = (await page.getByRole('region', { name: say.notice }).boundingBox())!.height;
    expect((await tile.boundingBox())!.y - notice).toBeLessThanOrEqual(240);
    const openShare = async () => {
      await page.getByRole('button', { name: say.more }).click();
      await page.getByRole('menuitem', { name: say.share }).click();
    };
    await openShare();
    await expect(dialog.getByText(say.unconfirmed)).toBeVisible();
    await lookEverywhere(page, `share-unconfirmed-${language}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await tile.click();
    await expect(page.getByRole('button', { name: say.yes })).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `found-viewer-${language}`);
    await page.getByRole('button', { name: say.yes }).click();
    await expect(page.getByText(say.confirmed)).toBeVisible();
    await expect(page.getByRole('button', { name: say.yes })).toHaveCount(0);
    await lookEverywhere(page, `found-viewer-confirmed-${language}`);
    await page.getByRole('button', { name: say.ask }).click();
    await expect(page.getByRole('dialog', { name: say.ask })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await openShare();
    await dialog.getByRole('button', { name: say.create }).click();
    await expect(dialog.getByRole('button', { name: say.end })).toBeVisible();
    await expect(dialog.getByRole('button', { name: say.copy })).toBeFocused();
    for (const part of [
      dialog.getByRole('button', { name: say.copy }),
      dialog.getByRole('img', { name: /^QR/ }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: say.create })).toHaveCount(0);
    await lookEverywhere(page, `share-family-${language}`);
    const { links } = await expectSuccess(ada.call<FamilyShareLinks>('GET', `/my-photos/${self.id}/links`));
    const visitor = await context.browser()!.newContext({
      locale: language,
      viewport: viewports.phone,
    });
    const shared = await visitor.newPage();
    await shared.goto(links[0]!.url!);
    await expect(shared.getByRole('group', { name: say.photos })).toBeVisible();
    await expect(shared.getByText(say.byLink)).toBeVisible();
    await expectFitsWidth(shared);
    await look(shared, `shared-family-${language}`);
    await visitor.close();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await tile.click();
    await page.getByRole('button', { name: say.not }).click();
    const all = dialog.getByRole('button', { name: say.all });
    await expect(all.or(page.getByText(say.noted))).toBeVisible();
    if (await all.isVisible()) {
      await expectAccessible(page);
      await lookEverywhere(page, `not-them-asked-${language}`);
      await all.click();
    }
    await expect(page.getByText(say.noted)).toBeVisible();
    await expect(page).not.toHaveURL(/photo=/);
    await expect.poll(inOwnGallery).toBeLessThan(count);
    await lookEverywhere(page, `not-them-${language}`);
    await page.getByRole('button', { name: say.undo }).click();
    await expect(page.getByText(say.undone)).toBeVisible();
    await expect.poll(inOwnGallery).toBe(count);
    await tile.click();
    await expect(page.getByText(say.confirmed)).toBeVisible();

    await page.goto('/my-photos');
    await page.getByRole('button', { name: say.more }).click();
    await lookEverywhere(page, `more-of-ada-${language}`);
    await page.getByRole('menuitem', { name: say.pictures }).click();
    const pictures = page.getByRole('dialog', { name: say.pictures });
    await expect(pictures.getByRole('button', { name: say.delete })).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `pictures-of-ada-${language}`);
    await pictures.getByRole('button', { name: say.add }).click();
    await expect(pictures).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: say.more }).click();
    await page.getByRole('menuitem', { name: say.answers }).click();
    await expect(page).toHaveURL(/\/family#/);
    await expect(page.locator(`[id="${self.id}"]`)).toBeInViewport({ ratio: 0.5 });
    await look(page, `answers-of-ada-${language}`);

    await page.goto('/my-photos');
    await page.getByRole('button', { name: say.more }).click();
    await page.getByRole('menuitem', { name: say.once }).click();
    await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
    await expect(face.or(page.getByText(say.deleted))).toBeVisible();
    await lookEverywhere(page, `find-once-${language}`);
    if (await face.isVisible()) await face.click();
    await expect(page.getByText(say.deleted)).toBeVisible();
    await expect(page.getByRole('group', { name: say.found })).toBeVisible();
    await expectFitsWidth(page);
    await lookEverywhere(page, `found-once-${language}`);
    const results = page.getByRole('group', { name: say.found }).locator('[data-photo-index]');
    const picture = results.first().locator('img');
    const before = (await picture.getAttribute('src')) ?? '';
    await results.first().click();
    await page.getByRole('button', { name: say.ask }).click();
    await dialog.getByRole('button', { name: say.hide }).click();
    await expect(page.getByText(say.hidden)).toBeVisible();
    await expect(picture).not.toHaveAttribute('src', before);

    const other = await context.browser()!.newContext();
    await signInAs(other, stranger, language);
    const elsewhere = await other.newPage();
    await elsewhere.goto('/my-photos');
    await expect(elsewhere.getByText(say.nobody)).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: say.nav })).toHaveCount(0);
    expect((await stranger.call('GET', `/my-photos/${self.id}/photos`)).body.code).toBe(
      'club_person_not_found',
    );
    await other.close();
  });
