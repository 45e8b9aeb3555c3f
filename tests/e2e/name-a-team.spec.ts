import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { accessibilityViolations, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { drawTeam } from './support/team-photo.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newGallery,
  newUser,
  peopleOf,
  type TestUser,
  uploadPhotos,
} from './support/test-data.ts';

const listed = ['Ada', 'Ben', 'Carla', 'David', 'Emil', 'Frieda', 'Greta', 'Hannes', 'Ida', 'Jakob', 'Klara'];
const more = ['Leo', 'Leo', 'Mina', 'Noah', 'Oskar', 'Paula'];
/** Is on no list. */
const coach = 'Quentin Coach';
const team = [...listed, ...more, coach];

const words = {
  en: {
    viewer: 'Photo viewer',
    field: /^Name of Person/,
    name: /^Name Person/,
    known: (n: number) => `${n} of 18 known`,
  },
  de: {
    viewer: 'Fotoansicht',
    field: /^Name von Person/,
    name: /^Person \d+ benennen/,
    known: (n: number) => `${n} von 18 bekannt`,
  },
};

/** A gallery with one photo of the team, whose club has them on its list: two Leos, told apart by the year of birth. */
async function teamPhoto(): Promise<{ photographer: TestUser; gallery: { id: string; name: string } }> {
  const photographer = await newUser('photographer');
  const admin = await adminUser();
  const club = await newClub();
  for (const [at, first_name] of [...listed, ...more].entries())
    await expectSuccess(
      admin.call('POST', `/clubs/${club.id}/people`, {
        first_name,
        last_name: first_name === 'Leo' ? 'Brandt' : 'Sommer',
        born_on: `${2000 + at}-05-01`,
      }),
    );
  const gallery = await newGallery({ photographer, clubs: [club] });
  const folder = await mkdtemp(join(tmpdir(), 'clublens-team-'));
  await uploadPhotos(gallery, photographer, [await drawTeam(folder)]);
  await rm(folder, { recursive: true });
  expect(await peopleOf(gallery, photographer)).toHaveLength(team.length);
  return { photographer, gallery };
}

/**
 * Types the names of the team, one after the other, as the field goes on by itself.
 * @returns presses: each field with its Enter, and each further key
 */
async function nameTeam(page: Page, say: (typeof words)['en'], onLook: () => Promise<void>): Promise<number> {
  const viewer = page.getByRole('dialog', { name: say.viewer });
  const field = viewer.getByRole('combobox', { name: say.field });
  let presses = 0;
  for (const [at, name] of team.entries()) {
    await expect(field).toBeFocused();
    await expect(viewer.getByText(say.known(at))).toBeVisible();
    await page.keyboard.type(name);
    presses += 1;
    const options = viewer.getByRole('option');
    if (name !== coach) await expect(options.first()).toContainText(name);
    if (at === listed.length) {
      await expect(options).toHaveText([`Leo Brandt (${2000 + at})`, `Leo Brandt (${2001 + at})`, /Leo$/]);
      await onLook();
      await page.keyboard.press('ArrowDown');
      presses += 1;
    }
    await page.keyboard.press('Enter');
    await expect(viewer.getByText(say.known(at + 1))).toBeVisible();
  }
  await expect(field).toHaveCount(0);
  return presses;
}

async function expectAllNamed({ gallery, photographer }: Awaited<ReturnType<typeof teamPhoto>>) {
  const people = await expectSuccess(
    photographer.call<{ faces: { name: string; club_people: { name: string }[] }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery.id}/faces`,
    ),
  );
  const linked = people.faces.flatMap(({ club_people }) => club_people.map(({ name }) => name.split(' ')[0]));
  expect(linked.sort()).toEqual([...listed, ...more].sort());
  expect(people.faces.filter(({ name }) => name === coach)).toHaveLength(1);
}

test('the team is named from one photo, by keyboard', async ({ page, context }) => {
  test.slow();
  const made = await teamPhoto();
  await signInAs(context, made.photographer);
  await page.goto(`/gallery/${made.gallery.id}`);
  const viewer = page.getByRole('dialog', { name: words.en.viewer });
  let presses = 0;
  await page.locator('[data-photo-index="0"]').focus();
  for (const key of ['Enter', 'n']) {
    await page.keyboard.press(key);
    presses += 1;
    await expect(viewer.getByText(words.en.known(0))).toBeVisible();
  }
  presses += await nameTeam(page, words.en, async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
    const size = page.viewportSize()!;
    await lookEverywhere(page, 'name-a-team');
    await page.setViewportSize(size);
  });
  expect(presses).toBeLessThanOrEqual(24);
  await expectAllNamed(made);

  await test.step('Escape leaves the field, then the photo', async () => {
    const face = viewer.getByRole('button', { name: `Rename ${coach}` });
    await expect(face).toBeFocused();
    await page.keyboard.press('Enter');
    const field = viewer.getByRole('combobox', { name: `Name of ${coach}` });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(face).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('readers see no frames, and are asked for no name', async () => {
    const reader = await context.browser()!.newContext();
    await signInAs(reader, await newUser());
    const other = await reader.newPage();
    await other.goto(`/gallery/${made.gallery.id}`);
    await other.locator('[data-photo-index="0"]').click();
    const read = other.getByRole('dialog', { name: words.en.viewer });
    await expect(read.getByRole('list', { name: 'People in this photo' }).getByRole('button')).toHaveCount(
      18,
    );
    await other.keyboard.press('n');
    await expect(read.getByRole('button', { name: /^(Name|Rename) / })).toHaveCount(0);
    await expect(read.getByRole('combobox')).toHaveCount(0);
    await expect(read.getByText('known')).toHaveCount(0);
    await reader.close();
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the team is named from one photo, by touch', { tag: ONLY_IN_ALL }, async ({ page, context }) => {
    test.slow();
    const made = await teamPhoto();
    await signInAs(context, made.photographer, 'de');
    await page.goto(`/gallery/${made.gallery.id}`);
    const viewer = page.getByRole('dialog', { name: words.de.viewer });
    await page.locator('[data-photo-index="0"]').tap();
    const faces = viewer.locator('.yarl__slide_current').getByRole('button', { name: words.de.name });
    await expect(faces).toHaveCount(18);
    await faces.first().tap();
    let presses = 2;
    presses += await nameTeam(page, words.de, async () => {
      await expectFitsWidth(page);
      expect(await accessibilityViolations(page)).toEqual([]);
      const size = page.viewportSize()!;
      await lookEverywhere(page, 'name-a-team-touch');
      await page.setViewportSize(size);
    });
    expect(presses).toBeLessThanOrEqual(24);
    await expectAllNamed(made);
  });
});
