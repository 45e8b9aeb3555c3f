import { type BrowserContext, expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectFitsWidth } from './support/accessibility.ts';
import { look, pressOnPhoto, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
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
    open: /^Open /,
    mark: /^Mark sample/,
    people: 'People in this gallery',
    sharePerson: 'Share these photos',
    share: 'Share',
    selection: 'Selection',
    create: 'Create link',
    ofPerson: /^Photos of Person \d+ · \d photos?$/,
    ofPhotos: 'Selected photos · 1 photo',
    part: 'Part of the gallery',
    none: 'No photos to show',
  },
  de: {
    open: /öffnen, Foto/,
    mark: /^sample.* markieren$/,
    people: 'Personen in dieser Galerie',
    sharePerson: 'Diese Fotos teilen',
    share: 'Teilen',
    selection: 'Auswahl',
    create: 'Link anlegen',
    ofPerson: /^Fotos von Person \d+ · \d Fotos?$/,
    ofPhotos: 'Ausgewählte Fotos · 1 Foto',
    part: 'Ein Teil der Galerie',
    none: 'Keine Fotos zu sehen',
  },
} as const;
type Words = (typeof words)[keyof typeof words];
type Link = { token: string; scope: string; photo_count: number };

/** The newest link, as its creator reads it. */
async function newestLink(gallery: { id: string }, by: TestUser): Promise<Link> {
  const { links } = await expectSuccess(by.call<{ links: Link[] }>('GET', `/galleries/${gallery.id}/links`));
  return links[0]!;
}

async function visit(context: BrowserContext, say: Words, link: Link): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/gallery/shared/${link.token}`);
  await expect(page.getByText(say.part)).toBeVisible();
  await expect(page.getByRole('button', { name: say.open })).toHaveCount(link.photo_count);
  return page;
}

test('the photos of one person, or chosen ones, are shared on a phone, and visitors see only them', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  test.slow();
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, visibility: 'private' });
  const photos = await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 3));
  const [person] = await peopleOf(gallery, photographer);
  for (const [before, language] of languages.entries()) {
    // Links of the first language are listed in the second, too.
    const round = before + 1;
    const say = words[language];
    const viewport = viewports.phone;
    const context = await browser.newContext({ viewport });
    const stranger = await browser.newContext({ viewport, locale: language });
    await signInAs(context, photographer, language);
    const page = await context.newPage();
    const dialog = page.getByRole('dialog');

    await test.step(`one person, in ${language}`, async () => {
      await page.goto(`/gallery/${gallery.id}`);
      const strip = page.getByRole('region', { name: say.people });
      await strip.getByRole('button', { name: new RegExp(`^Person ${person!.number}\\b`) }).click();
      await page.getByRole('button', { name: say.sharePerson }).click();
      await expect(dialog.getByRole('button', { name: say.create })).toBeVisible();
      await look(page, `share-person-${language}`);
      await dialog.getByRole('button', { name: say.create }).click();
      await expect(dialog.getByText(say.ofPerson)).toHaveCount(round);
      await look(page, `share-list-${language}`);
      const link = await newestLink(gallery, photographer);
      expect(link).toMatchObject({ scope: 'people', photo_count: person!.photo_count });
      expect(link.photo_count).toBeLessThan(photos.length);
      const visitor = await visit(stranger, say, link);
      await look(visitor, `visitor-${language}`);
      const path = `/facerecognition/faces/${person!.id}/hide`;
      await expectSuccess(photographer.call('POST', path, { hidden: true }));
      await visitor.reload();
      await expect(visitor.getByText(say.none)).toBeVisible();
      await look(visitor, `visitor-empty-${language}`);
      await expectSuccess(photographer.call('POST', path, { hidden: false }));
    });

    await test.step(`chosen photos, in ${language}`, async () => {
      await page.goto(`/gallery/${gallery.id}`);
      await pressOnPhoto(
        page.getByRole('button', { name: say.open }).first(),
        page.getByRole('button', { name: say.mark }).first(),
      );
      const bar = page.getByRole('region', { name: say.selection });
      await look(page, `selection-${language}`);
      await bar.getByRole('button', { name: say.share }).click();
      await expect(dialog.getByRole('button', { name: say.create })).toBeVisible();
      await look(page, `share-photos-${language}`);
      await dialog.getByRole('button', { name: say.create }).click();
      await expect(dialog.getByText(say.ofPhotos)).toHaveCount(round);
      await visit(stranger, say, await newestLink(gallery, photographer));
      await expectFitsWidth(page);
    });
    await test.step(`visitors filter by person, in ${language}`, async () => {
      const path = `/galleries/${gallery.id}/links`;
      const link = await expectSuccess(photographer.call<Link>('POST', path, { show_people: true }));
      const visitor = await stranger.newPage();
      await visitor.goto(`/gallery/shared/${link.token}`);
      await expect(visitor.getByRole('button', { name: say.open })).toHaveCount(photos.length);
      await look(visitor, `visitor-people-${language}`);
      await visitor.getByRole('button', { name: new RegExp(`^Person ${person!.number}\\b`) }).click();
      await expect(visitor.getByRole('button', { name: say.open })).toHaveCount(person!.photo_count);
    });
    await context.close();
    await stranger.close();
  }
});
