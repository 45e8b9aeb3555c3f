import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    share: 'Share',
    toPlace: 'May not be shown outside',
    here: 'Lina Leise is here',
    isLina: /^Yes, .* is Lina Leise$/,
    notHere: 'Lina Leise is not here',
    lookThrough: 'Look through',
    options: 'Options',
    another: 'Another link',
    title: 'Who is on these photos?',
    refused: 'Did not agree to be shown outside',
    unanswered: 'No answer yet',
    unlinked: 'Not linked to anybody on the list',
    byHand: 'Left out by hand',
    leftOut: /photos? (is|are) left out/,
    who: 'Who is this?',
    person: 'Person of the club',
    nobody: /is nobody we know$/,
    leaveOut: /^Leave (this photo|\d+ photos) out$/,
    show: /^Show Ben/,
    showAgain: /^Show .* again$/,
    undo: 'Undo',
    create: 'Create link',
    activate: 'Activate link',
    active: 'Active',
    isInactive: 'Inactive',
    cancel: 'Cancel',
    copy: 'Copy link',
    toCheck: /left to check$/,
    likely: 'Perhaps somebody who said no',
    isNora: 'Is this Nora Nein?',
    yes: /^Yes, .* is Nora Nein$/,
    elsewhere: 'Hidden elsewhere',
    leaveOutOne: /^Leave .* out$/,
    sameFile: / shows the same file\.$/,
    hideThere: /^Hide it in .*, too$/,
    hidden: /^Hidden in .*, too\.$/,
    links: 'Share links',
    close: 'Close',
    public: 'Public',
    publish: 'Make public',
    save: 'Save',
    open: /^Open /,
    ask: /^Ask the club who /,
    asked: /· The club is asked/,
    youAreAsked: 'You are asked',
    doesNotKnow: (name: string) => new RegExp(`^${name} does not know who this is; \\d+ photos? waits?$`),
    takeBack: /^Do not ask the club who /,
    whoIs: /: who is this\?$/,
    notifications: 'Notifications',
    nothingLeft: 'Nothing is left to check.',
    twoAsked: '2 people somebody asks about',
    answered: (gallery: string) => `The club has answered about 2 of 2 people in ${gallery}`,
  },
  de: {
    share: 'Teilen',
    toPlace: 'Dürfen außerhalb nicht gezeigt werden',
    here: 'Lina Leise ist hier',
    isLina: /^Ja, .* ist Lina Leise$/,
    notHere: 'Lina Leise ist nicht hier',
    lookThrough: 'Durchsehen',
    options: 'Optionen',
    another: 'Weiterer Link',
    title: 'Wer ist auf diesen Fotos?',
    refused: 'Nicht einverstanden, außerhalb gezeigt zu werden',
    unanswered: 'Noch keine Antwort',
    unlinked: 'Niemandem zugeordnet',
    byHand: 'Von Hand weggelassen',
    leftOut: /Fotos? (fehlt|fehlen)/,
    who: 'Wer ist das?',
    person: 'Person des Vereins',
    nobody: /ist niemand von uns$/,
    leaveOut: /^(Dieses Foto|\d+ Fotos) weglassen$/,
    show: /^Ben.* zeigen$/,
    showAgain: /^.* wieder zeigen$/,
    undo: 'Rückgängig',
    create: 'Link anlegen',
    activate: 'Link aktivieren',
    active: 'Aktiv',
    isInactive: 'Inaktiv',
    cancel: 'Abbrechen',
    copy: 'Link kopieren',
    toCheck: /zu prüfen$/,
    likely: 'Vielleicht jemand, der Nein gesagt hat',
    isNora: 'Ist das Nora Nein?',
    yes: /^Ja, .* ist Nora Nein$/,
    elsewhere: 'Anderswo ausgeblendet',
    leaveOutOne: /^.* weglassen$/,
    sameFile: /^Dieselbe Datei ist in /,
    hideThere: /^Auch in .* ausblenden$/,
    hidden: /^Auch in .* ausgeblendet\.$/,
    links: 'Freigabe-Links',
    close: 'Schließen',
    public: 'Öffentlich',
    publish: 'Öffentlich machen',
    save: 'Speichern',
    open: /öffnen, Foto/,
    ask: /^Den Verein fragen, wer /,
    asked: /· Der Verein ist gefragt/,
    youAreAsked: 'Sie sind gefragt',
    doesNotKnow: (name: string) => new RegExp(`^${name} weiß nicht, wer das ist; \\d+ Fotos? warte[nt]$`),
    takeBack: /^Den Verein nicht fragen, wer /,
    whoIs: /: Wer ist das\?$/,
    notifications: 'Benachrichtigungen',
    nothingLeft: 'Es ist nichts mehr zu prüfen.',
    twoAsked: '2 Personen, nach denen jemand fragt',
    answered: (gallery: string) => `Der Verein hat zu 2 von 2 Personen in ${gallery} geantwortet`,
  },
} as const;
type Words = (typeof words)[keyof typeof words];
type Link = { id: string; token: string; is_active: boolean; photo_count: number; to_check: number };

const checkOf = (gallery: { id: string }, by: TestUser) =>
  expectSuccess(by.call<SharingCheck>('GET', `/galleries/${gallery.id}/sharing-check`));
const linksOf = async (gallery: { id: string }, by: TestUser) =>
  (await expectSuccess(by.call<{ links: Link[] }>('GET', `/galleries/${gallery.id}/links`))).links;

/** A gallery of a club in which Nora and Lina refused, Ben has not answered, and nobody has said who the others are. */
async function galleryWithConsents() {
  const [photographer, club, admin] = [await newUser('photographer'), await newClub(), await adminUser()];
  const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
  await uploadPhotos(gallery, photographer);
  await peopleOf(gallery, photographer);
  const add = async (first_name: string, last_name: string) =>
    (
      await expectSuccess(
        admin.call<{ id: string }>('POST', `/clubs/${club.id}/people`, { first_name, last_name }),
      )
    ).id;
  const nora = await add('Nora', 'Nein');
  const ben = await add('Ben', 'Weiß-Nicht');
  await add('Eva', 'Neu');
  for (const refused of [nora, await add('Lina', 'Leise')])
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people/${refused}/paper-consents`, {
        answers: [{ purpose: 'outside', answer: 'no' }],
        language: 'de',
      }),
    );
  // The smallest groups, so that many photos stay to be shown.
  const { unlinked } = await checkOf(gallery, photographer);
  const link = (at: number, club_person_id: string) =>
    expectSuccess(
      photographer.call('POST', `/facerecognition/faces/${unlinked.at(at)!.person.id}/link`, {
        club_person_id,
      }),
    );
  await link(-1, nora);
  const left = await checkOf(gallery, photographer);
  await expectSuccess(
    photographer.call('POST', `/facerecognition/faces/${left.unlinked[0]!.person.id}/link`, {
      club_person_id: ben,
    }),
  );
  return { gallery, photographer, club };
}

/** The same files in another gallery, one of them hidden that is shown in the first. */
async function sameFilesElsewhere(
  of: { id: string },
  photographer: TestUser,
  club: { id: string; name: string },
) {
  const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
  await uploadPhotos(gallery, photographer);
  const { photos } = await expectSuccess(
    photographer.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery.id}`),
  );
  for (const { id } of photos) {
    await expectSuccess(photographer.call('POST', `/photos/${id}/hide`));
    if ((await checkOf(of, photographer)).hidden_elsewhere.total > 0) break;
  }
  return gallery;
}

const sectionOf = (dialog: Locator, name: string) => dialog.getByRole('region', { name });

async function openPhone(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(viewports.phone);
  await page.goto(address);
  return page;
}

/** Opening *Share* asks nothing; making the link does. */
async function openCheck(page: Page, say: Words): Promise<void> {
  await page.getByRole('button', { name: say.share, exact: true }).click();
  await page.getByRole('dialog', { name: say.links }).getByRole('button', { name: say.create }).click();
}

for (const language of languages) {
  const say: Words = words[language];

  test(`before a gallery is shared it is said who is in the photos (${language})`, async ({ browser }) => {
    test.slow();
    const { gallery, photographer } = await galleryWithConsents();
    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, photographer, language);
    const page = await openPhone(context, `/gallery/${gallery.id}`);
    await openCheck(page, say);
    const dialog = page.getByRole('dialog', { name: say.title });
    const unlinked = sectionOf(dialog, say.unlinked);
    const before = await checkOf(gallery, photographer);
    expect(before.unlinked.length).toBeGreaterThan(2);

    await test.step('who may not be shown outside and is perhaps here', async () => {
      const toPlace = sectionOf(dialog, say.toPlace);
      await expect(toPlace.getByRole('listitem')).toHaveText(/Lina Leise/);
      await expect(unlinked).toHaveCount(0);
      await lookEverywhere(page, `check-names-${language}`);
      await toPlace.getByRole('button', { name: say.here }).click();
      await expectAccessible(page);
      await look(page, `check-which-${language}`);
      await toPlace.getByRole('button', { name: say.isLina }).last().click();
      await expect(sectionOf(dialog, say.refused).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('button', { name: say.undo, exact: true }).last().click();
      await toPlace.getByRole('button', { name: say.notHere }).click();
      await expect(toPlace).toHaveCount(0);
      await dialog.getByRole('button', { name: say.lookThrough }).click();
    });

    await test.step('who refused, who has not answered, and whom nobody knows', async () => {
      await expect(sectionOf(dialog, say.refused).getByRole('listitem')).toHaveText(/Nora Nein/);
      await expect(sectionOf(dialog, say.refused)).toContainText(say.leftOut);
      await expect(sectionOf(dialog, say.unanswered).getByRole('listitem')).toHaveText(/Ben Weiß-Nicht/);
      await expect(unlinked.getByRole('listitem')).toHaveCount(before.unlinked.length);
      expect(await linksOf(gallery, photographer)).toEqual([]);
      await expectAccessible(page);
      await expectFitsWidth(page);
      await look(page, `check-${language}`);
    });

    await test.step('nobody we know, taken back, and said again', async () => {
      await unlinked.getByRole('button', { name: say.nobody }).first().click();
      await expect(unlinked.getByRole('listitem')).toHaveCount(before.unlinked.length - 1);
      await page.getByRole('button', { name: say.undo, exact: true }).click();
      await expect(unlinked.getByRole('listitem')).toHaveCount(before.unlinked.length);
      await unlinked.getByRole('button', { name: say.nobody }).first().click();
      await expect(unlinked.getByRole('listitem')).toHaveCount(before.unlinked.length - 1);
    });

    await test.step('somebody of the club', async () => {
      await unlinked.getByRole('button', { name: say.who }).first().click();
      await page.getByRole('textbox', { name: say.person }).fill('Eva');
      await page.getByRole('option', { name: /Eva Neu/ }).click();
      await expect(sectionOf(dialog, say.unanswered).getByRole('listitem')).toHaveCount(2);
      await sectionOf(dialog, say.unanswered).getByRole('button', { name: say.show }).click();
      await expect(sectionOf(dialog, say.unanswered).getByRole('listitem')).toHaveCount(1);
    });

    await test.step('photos that are left out', async () => {
      const eva = sectionOf(dialog, say.unanswered);
      await eva.getByRole('button', { name: say.leaveOut }).click();
      const byHand = sectionOf(dialog, say.byHand);
      await expect(byHand.getByRole('img').first()).toBeVisible();
      await expect(eva).toHaveCount(0);
      await look(page, `check-left-out-${language}`);
      const { total } = (await checkOf(gallery, photographer)).kept_inside;
      await expect(byHand.getByRole('button', { name: say.showAgain })).toHaveCount(total);
    });

    await test.step('the link is made whatever is left, and shows no photo that was said to be left out', async () => {
      const now = await checkOf(gallery, photographer);
      await dialog.getByRole('button', { name: say.create }).click();
      const share = page.getByRole('dialog', { name: say.links });
      await expect(share.getByRole('button', { name: say.copy })).toBeVisible();
      await look(page, `shared-${language}`);
      const [link] = await linksOf(gallery, photographer);
      expect(link).toMatchObject({
        is_active: true,
        photo_count: samplePhotos.length - now.left_out - now.kept_inside.total,
        to_check: now.to_check,
      });
      const stranger = await browser.newContext({ viewport: viewports.phone, locale: language });
      const visitor = await stranger.newPage();
      await visitor.goto(`/gallery/shared/${link!.token}`);
      await expect(visitor.getByRole('button', { name: say.open })).toHaveCount(link!.photo_count);
      await stranger.close();
      await share.getByRole('button', { name: /·|fehl|left out/ }).click();
      await expect(sectionOf(dialog, say.refused)).toBeVisible();
      await dialog.getByRole('button', { name: say.close }).click();
      await expect(share).toBeVisible();
    });
    await context.close();
  });

  test(`the questions about somebody who refused come first, then the same files hidden elsewhere (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    test.slow();
    const { gallery, photographer, club } = await galleryWithConsents();
    const { unlinked } = await checkOf(gallery, photographer);
    await expectSuccess(
      photographer.call('PUT', `/facerecognition/faces/${unlinked.at(-1)!.person.id}`, { name: 'Nora Nein' }),
    );
    const elsewhere = await sameFilesElsewhere(gallery, photographer, club);
    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, photographer, language);
    const page = await openPhone(context, `/gallery/${gallery.id}`);
    await openCheck(page, say);
    const dialog = page.getByRole('dialog', { name: say.title });
    const undo = () => page.getByRole('button', { name: say.undo, exact: true }).last().click();

    await test.step('is this Nora?', async () => {
      const first = dialog.getByRole('region').first();
      await expect(first).toHaveAccessibleName(say.likely);
      await expect(first.getByRole('heading', { name: say.isNora })).toBeVisible();
      await expectAccessible(page);
      await expectFitsWidth(page);
      await lookEverywhere(page, `check-questions-${language}`);
      await first.getByRole('button', { name: say.yes }).click();
      await expect(dialog.getByRole('heading', { name: say.isNora })).toHaveCount(0);
      await expect(sectionOf(dialog, say.refused).getByRole('listitem')).toHaveCount(1);
      await undo();
      await expect(dialog.getByRole('heading', { name: say.isNora })).toBeVisible();
    });

    await test.step('a file that is hidden elsewhere is left out', async () => {
      const hidden = sectionOf(dialog, say.elsewhere);
      await hidden.scrollIntoViewIfNeeded();
      await lookEverywhere(page, `check-elsewhere-${language}`);
      await hidden.getByRole('button', { name: say.leaveOutOne }).click();
      await expect(hidden).toHaveCount(0);
      await expect(sectionOf(dialog, say.byHand).getByRole('img')).toHaveCount(1);
      await undo();
      await expect(hidden).toHaveCount(1);
    });

    await test.step('where it is hidden, it is hidden here, too', async () => {
      await page.goto(`/gallery/${elsewhere.id}/takedowns`);
      await expect(page.getByText(say.sameFile).first()).toBeVisible();
      await expectAccessible(page);
      await expectFitsWidth(page);
      await lookEverywhere(page, `same-file-${language}`);
      for (const button of (await page.getByRole('button', { name: say.hideThere }).all()).reverse())
        await button.click();
      await toast(page, say.hidden);
      await expect(page.getByText(say.sameFile)).toHaveCount(0);
      expect((await checkOf(gallery, photographer)).hidden_elsewhere.total).toBe(0);
    });
    await context.close();
  });

  test(`the club is asked who somebody is, and its administrator answers (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    test.slow();
    const { gallery, photographer, club } = await galleryWithConsents();
    const head = await newUser();
    await expectSuccess((await adminUser()).call('POST', `/clubs/${club.id}/admins/${head.id}`));
    const context = await browser.newContext({ viewport: viewports.phone });
    await signInAs(context, photographer, language);
    const page = await openPhone(context, `/gallery/${gallery.id}`);
    await openCheck(page, say);
    const dialog = page.getByRole('dialog', { name: say.title });
    const unlinked = sectionOf(dialog, say.unlinked);
    const asked = unlinked.getByRole('listitem').filter({ hasText: say.asked });
    await dialog.getByRole('button', { name: say.lookThrough }).click();
    const before = await checkOf(gallery, photographer);

    await test.step('one press, undone, and taken back', async () => {
      for (const back of ['undo', 'take back'] as const) {
        await unlinked.getByRole('button', { name: say.ask }).first().click();
        // In place: the row stays where it was.
        await expect(unlinked.getByRole('listitem').first()).toHaveText(say.asked);
        await expect(unlinked.getByRole('listitem')).toHaveCount(before.unlinked.length);
        if (back === 'undo') await page.getByRole('button', { name: say.undo, exact: true }).last().click();
        else await asked.getByRole('button', { name: say.takeBack }).click();
        await expect(asked).toHaveCount(0);
      }
      await unlinked.getByRole('button', { name: say.ask }).first().click();
      await unlinked.getByRole('button', { name: say.ask }).first().click();
      await expect(asked).toHaveCount(2);
      await expectAccessible(page);
      await expectFitsWidth(page);
      await unlinked.scrollIntoViewIfNeeded();
      await lookEverywhere(page, `check-asked-${language}`);
    });

    const shown = async () => (await linksOf(gallery, photographer))[0]!.photo_count;
    await dialog.getByRole('button', { name: say.create }).click();
    await expect(
      page.getByRole('dialog', { name: say.links }).getByRole('button', { name: say.copy }),
    ).toBeVisible();
    const held = await shown();
    await context.close();

    await test.step('the administrator of the club is led to them, and to nobody else', async () => {
      const club = await browser.newContext({ viewport: viewports.phone });
      await signInAs(club, head, language);
      const at = await openPhone(club, '/notifications');
      await lookEverywhere(at, `asked-notification-${language}`);
      await expect(at.getByRole('link', { name: say.whoIs })).toBeVisible();
      await at.goto('/');
      const waiting = at.getByRole('link', { name: `${gallery.name}: ${say.twoAsked}` });
      await expect(waiting).toBeVisible();
      await lookEverywhere(at, `asked-dashboard-${language}`);
      await waiting.click();
      const theirs = at.getByRole('dialog', { name: say.title });
      const rows = sectionOf(theirs, say.youAreAsked).getByRole('listitem');
      await expect(rows).toHaveCount(2);
      await expect(theirs.getByRole('region')).toHaveCount(1);
      await expect(theirs.getByText(say.doesNotKnow('Petra Muster\\d+')).first()).toBeVisible();
      await expectAccessible(at);
      await expectFitsWidth(at);
      await lookEverywhere(at, `you-are-asked-${language}`);
      await rows.first().getByRole('button', { name: say.who }).click();
      await at.getByRole('textbox', { name: say.person }).fill('Eva');
      await at.getByRole('option', { name: /Eva Neu/ }).click();
      await expect(rows).toHaveCount(1);
      await at.getByRole('button', { name: say.undo, exact: true }).last().click();
      await expect(rows).toHaveCount(2);
      await rows.first().getByRole('button', { name: say.nobody }).click();
      await expect(rows).toHaveCount(1);
      await rows.first().getByRole('button', { name: say.nobody }).click();
      await expect(theirs.getByText(say.nothingLeft)).toBeVisible();
      expect(await shown()).toBeGreaterThan(held);
      await at.goto('/');
      await expect(at.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(waiting).toHaveCount(0);
      await club.close();
    });

    await test.step('whoever asked is told once, and led to the check', async () => {
      const asker = await browser.newContext({ viewport: viewports.phone });
      await signInAs(asker, photographer, language);
      const at = await openPhone(asker, '/notifications');
      const answered = at.getByRole('link', { name: say.answered(gallery.name) });
      await expect(answered).toHaveCount(1);
      await expectFitsWidth(at);
      await lookEverywhere(at, `answered-notification-${language}`);
      await answered.click();
      await expect(at.getByRole('dialog', { name: say.title })).toBeVisible();
      await asker.close();
    });
  });

  test(`before a link is switched on, or a gallery becomes public, the same is said (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ context }) => {
    test.slow();
    const { gallery, photographer } = await galleryWithConsents();
    await signInAs(context, photographer, language);
    const page = await openPhone(context, `/admin/gallery/${gallery.id}/manage`);
    await page.getByRole('button', { name: say.links }).click();
    const list = page.getByRole('dialog', { name: say.links });
    const check = page.getByRole('dialog', { name: say.title });
    await list.getByRole('button', { name: say.options }).click();
    await list.getByRole('button', { name: say.create }).click();
    await expect(check).toBeVisible();
    await check.getByRole('button', { name: say.cancel }).click();
    await expect(list.getByText(say.isInactive)).toBeVisible();
    await look(page, `list-inactive-${language}`);
    await expect(list.getByRole('button', { name: say.toCheck })).toBeVisible();
    await list.getByRole('switch', { name: say.active }).click();
    await check.getByRole('button', { name: say.activate }).click();
    await expect(list.getByRole('switch', { name: say.active })).toBeChecked();
    await expect.poll(async () => (await linksOf(gallery, photographer))[0]!.is_active).toBe(true);
    await page.keyboard.press('Escape');

    await page.getByRole('radio', { name: say.public }).check();
    await page.getByRole('button', { name: say.save }).click();
    await expect(check).toBeVisible();
    const visibility = async () =>
      (await expectSuccess(photographer.call<{ visibility: string }>('GET', `/galleries/${gallery.id}`)))
        .visibility;
    expect(await visibility()).toBe('club_restricted');
    await check.getByRole('button', { name: say.publish }).click();
    await expect.poll(visibility).toBe('public');
  });

  test(`a club without consents is asked nothing (${language})`, { tag: ONLY_IN_ALL }, async ({
    context,
  }) => {
    const [photographer, club] = [await newUser('photographer'), await newClub()];
    const gallery = await newGallery({ photographer, clubs: [club], visibility: 'club_restricted' });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
    await peopleOf(gallery, photographer);
    await signInAs(context, photographer, language);
    const page = await openPhone(context, `/gallery/${gallery.id}`);
    await page.getByRole('button', { name: say.share, exact: true }).click();
    const share = page.getByRole('dialog', { name: say.links });
    await share.getByRole('button', { name: say.create }).click();
    await expect(share.getByRole('button', { name: say.copy })).toBeVisible();
    await expect(share.getByRole('button', { name: say.toCheck })).toHaveCount(0);
    await page.goto(`/admin/gallery/${gallery.id}/manage`);
    await page.getByRole('button', { name: say.links }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.another }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.create }).click();
    await expect(page.getByRole('dialog').getByRole('switch', { name: say.active })).toHaveCount(2);
    for (const active of await page.getByRole('dialog').getByRole('switch', { name: say.active }).all())
      await expect(active).toBeChecked();
  });
}
