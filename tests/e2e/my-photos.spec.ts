import { expect, test } from '@playwright/test';
import type { Family } from '#server/contract/schemas/family.ts';
import type { FamilyLinks } from '#server/contract/schemas/family-links.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, signInAs } from './support/browser.ts';
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
  uploadPhotos,
} from './support/test-data.ts';

type Found = { photos: FoundPhoto[] };

const words = {
  en: {
    nav: 'My photos',
    add: 'Add a picture',
    choose: 'Choose a picture',
    keep: 'Use this picture',
    kept: 'Ada is looked for in photos now',
    photos: 'Photos of Ada',
    open: /^Open /,
    share: 'Share with grandma',
    create: 'Create link',
    created: /^The link was created/,
    end: 'End link',
    byLink: 'Shared by link',
    not: 'Not Ada',
    noted: 'Noted: this is not Ada',
    nobody: 'Nobody to look for yet',
    once: 'Search with one picture',
    deleted: /^Nothing was kept of the picture/,
    found: /photos? found$/,
  },
  de: {
    nav: 'Meine Fotos',
    add: 'Bild hinzufügen',
    choose: 'Bild wählen',
    keep: 'Dieses Bild verwenden',
    kept: 'Ada wird jetzt auf Fotos gesucht',
    photos: 'Fotos von Ada',
    open: /öffnen, Foto/,
    share: 'Mit Oma teilen',
    create: 'Link anlegen',
    created: /^Der Link wurde angelegt/,
    end: 'Link beenden',
    byLink: 'Per Link geteilt',
    not: 'Nicht Ada',
    noted: 'Notiert: Das ist nicht Ada',
    nobody: 'Noch niemand zu suchen',
    once: 'Mit einem Bild suchen',
    deleted: /^Von dem Bild wurde nichts aufbewahrt/,
    found: /Fotos? gefunden$/,
  },
} as const;

for (const language of ['en', 'de'] as const)
  test(`somebody adds a picture, sees the own photos, shares them and says who it is not, in ${language} on a phone`, async ({
    page,
    context,
  }) => {
    const say = words[language];
    await page.setViewportSize({ width: 360, height: 740 });
    const admin = await adminUser();
    const photographer = await newUser('photographer');
    const [ada, stranger] = [await newUser(), await newUser()];
    const club = await newClub();
    await join(club, ada, true);
    const gallery = await newGallery({ photographer, event: await newEvent([club]) });
    await uploadPhotos(gallery, photographer, samplePhotos);
    await expect.poll(async () => (await peopleOf(gallery, photographer)).length).toBeGreaterThan(0);
    await expectSuccess(admin.call('PUT', `/clubs/${club.id}/family-links`, { allowed: true }));
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people`, { first_name: 'Ada', user_id: ada.id }),
    );
    const [self] = (await expectSuccess(ada.call<Family>('GET', '/family'))).people;
    const find = self!.consents.find(({ purpose }) => purpose === 'find')!;
    await expectSuccess(
      ada.call('POST', `/family/people/${self!.id}/consents`, {
        purpose: 'find',
        answer: 'yes',
        language: 'en',
        text_version: find.text.version,
      }),
    );

    await signInAs(context, ada, language);
    await page.goto('/');
    await page.getByRole('link', { name: say.nav }).click();
    await page.getByRole('button', { name: say.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
    const face = dialog.getByRole('button', { name: /^(Face|Gesicht) 1$/ });
    const keep = dialog.getByRole('button', { name: say.keep });
    await expect(face.or(keep)).toBeVisible();
    if (await face.isVisible()) await face.click();
    await keep.click();
    await expect(page.getByText(say.kept)).toBeVisible();
    const photos = page.getByRole('group', { name: say.photos });
    await expect(photos).toBeVisible();
    await expectAccessible(page);
    await expectFitsWidth(page);
    await look(page, `my-photos-${language}`);

    const found = await expectSuccess(ada.call<Found>('GET', `/my-photos/${self!.id}/photos`));
    // Photos of the same face stand in public galleries of other tests, whose clubs allow no such links.
    const { person_id } = found.photos.find(({ gallery_id }) => gallery_id === gallery.id)!;
    await expectSuccess(ada.call('POST', `/my-photos/${self!.id}/answers`, { person_id, answer: 'yes' }));
    await page.getByRole('button', { name: say.share }).click();
    await dialog.getByRole('button', { name: say.create }).click();
    await expect(dialog.getByRole('button', { name: say.end })).toBeVisible();
    await look(page, `share-family-${language}`);
    const { links } = await expectSuccess(ada.call<FamilyLinks>('GET', `/my-photos/${self!.id}/links`));
    const visitor = await context.browser()!.newContext({
      locale: language,
      viewport: { width: 360, height: 740 },
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

    await photos.getByRole('button', { name: say.open }).first().click();
    await page.getByRole('button', { name: say.not }).click();
    await expect(page.getByText(say.noted)).toBeVisible();

    await page.goto('/my-photos');
    await page.getByRole('button', { name: say.once }).click();
    await dialog.locator('input[type=file]').last().setInputFiles(samplePhotos[0]!);
    await expect(face.or(page.getByText(say.deleted))).toBeVisible();
    await look(page, `find-once-${language}`);
    if (await face.isVisible()) await face.click();
    await expect(page.getByText(say.deleted)).toBeVisible();
    await expect(page.getByRole('group', { name: say.found })).toBeVisible();
    await expectFitsWidth(page);
    await look(page, `found-once-${language}`);

    const other = await context.browser()!.newContext();
    await signInAs(other, stranger, language);
    const elsewhere = await other.newPage();
    await elsewhere.goto('/my-photos');
    await expect(elsewhere.getByText(say.nobody)).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: say.nav })).toHaveCount(0);
    expect((await stranger.call('GET', `/my-photos/${self!.id}/photos`)).body.code).toBe(
      'club_person_not_found',
    );
    await other.close();
  });
