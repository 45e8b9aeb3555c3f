import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
  type TestUser,
  unique,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/** A folder of photos that were taken on a day, `2026:06:13`. */
async function folder(into: string, name: string, day: string): Promise<string> {
  const path = join(into, name);
  await mkdir(path, { recursive: true });
  for (const [at, background] of ['#123456', '#345678', '#56789a'].entries()) {
    const photo = sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .withExif({ IFD2: { DateTimeOriginal: `${day} 14:0${at}:00` } })
      .jpeg();
    await writeFile(join(path, `IMG_000${at}.jpg`), await photo.toBuffer());
  }
  await writeFile(join(path, 'notes.txt'), 'no picture');
  return path;
}

async function photographerOf(club: { id: string }): Promise<TestUser> {
  const who = await newUser();
  const role = { user_id: who.id, role_name: 'photographer', club_id: club.id };
  await expectSuccess((await adminUser()).call('POST', `/users/${who.id}/roles`, role));
  return who;
}
const allowPastEvents = async (allow_past_events: boolean) =>
  expectSuccess((await adminUser()).call('PUT', '/settings', { allow_past_events }));

/** Counts what is pressed: each click, and each field that is filled. */
const counting = () => {
  let presses = 0;
  return {
    count: () => presses,
    press: async (target: Locator) => {
      presses += 1;
      await target.click();
    },
    drop: async (page: Page, path: string) => {
      presses += 1;
      await page.getByTestId('upload-folder').setInputFiles(path);
    },
  };
};

test.describe.configure({ mode: 'serial' });
test.afterEach(() => allowPastEvents(false));

test(
  'from a folder to a link in four presses: event and gallery are named from it',
  { tag: ROAD },
  async ({ page, context }, info) => {
    await allowPastEvents(true);
    const club = await newClub();
    const name = unique('U13 against TSV');
    const path = await folder(info.outputPath(), `2026-06-13 ${name}`, '2026:06:13');
    await signInAs(context, await photographerOf(club));
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => void Object.assign(window, { sent: data.url }),
      });
    });
    await page.goto('/');
    const { press, drop, count } = counting();
    await press(page.getByRole('link', { name: 'Add photos' }).first());
    await drop(page, path);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('status').getByText('notes.txt')).toBeVisible();
    await look(page, 'add-photos-started');
    await press(page.getByRole('button', { name: 'Create link' }));
    await press(page.getByRole('button', { name: 'Send' }));
    expect(count()).toBe(4);
    expect(await page.evaluate(() => (window as { sent?: string }).sent)).toMatch(/\/gallery\/shared\//);
    await expect(page.getByLabel('Event date')).toHaveValue('2026-06-13');
    await expect(page.getByText(/^Valid until/)).toBeVisible();
    await lookEverywhere(page, 'add-photos-shared');

    await test.step('a field is saved when it is left', async () => {
      const renamed = unique('U13 Derby');
      await page.getByLabel('Name of the gallery').fill(renamed);
      await page.getByLabel('Event date').fill('2026-06-14');
      await page.getByLabel('Event date').blur();
      await expect(page.getByRole('heading', { name: renamed })).toBeVisible();
      await expect(page.getByText('U13')).not.toHaveCount(0);
      const [event] = (
        await expectSuccess(
          (
            await adminUser()
          ).call<{ events: { event_date: string }[] }>('GET', `/events?search=${encodeURIComponent(name)}`),
        )
      ).events;
      expect(event?.event_date).toBe('2026-06-14');
    });
  },
);

test('photos of a day that has an event go there', { tag: ONLY_IN_ALL }, async ({ page, context }, info) => {
  const club = await newClub();
  const event = await newEvent([club], undefined, unique('Cup final'), 0);
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', ':');
  await signInAs(context, await photographerOf(club));
  await page.goto('/add-photos');
  await page.getByTestId('upload-folder').setInputFiles(await folder(info.outputPath(), '100CANON', today));
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Event' })).toHaveValue(new RegExp(event.name));
});

const again = {
  en: {
    asks: /Your gallery .* is of that day, too/,
    add: 'Add to it',
    offer: '1 looks like a newer version of a photo here',
    replace: 'Replace',
    replaced: '1 photo has been replaced',
  },
  de: {
    asks: /Ihre Galerie .* ist auch von diesem Tag/,
    add: 'Dort hinzufügen',
    offer: '1 Foto sieht aus wie eine neuere Fassung eines Fotos hier',
    replace: 'Ersetzen',
    replaced: '1 Foto ist ersetzt',
  },
} as const;
for (const language of ['en', 'de'] as const)
  test(
    `corrected photos of a match go to its gallery, and take the places of the earlier ones (${language})`,
    { tag: language === 'de' ? ONLY_IN_ALL : [] },
    async ({ page, context }, info) => {
      const t = again[language];
      const photographer = await newUser('photographer');
      const event = await newEvent([], undefined, unique('Cup final'), 0);
      const gallery = await newGallery({ event, photographer, name: event.name });
      const [sample = ''] = samplePhotos;
      await uploadPhotos(gallery, photographer, [sample]);
      const today = new Date().toISOString().slice(0, 10).replaceAll('-', ':');
      const path = await folder(
        info.outputPath(),
        `${today.replaceAll(':', '-')} ${event.name} edited`,
        today,
      );
      await sharp(sample)
        .linear(1.15, 0)
        .keepExif()
        .toFile(join(path, basename(sample)));
      await signInAs(context, photographer, language);
      await page.setViewportSize(viewports.phone);
      await page.goto('/add-photos');
      await page.getByTestId('upload-folder').setInputFiles(path);
      await expect(page.getByText(t.asks)).toBeVisible();
      await expectFitsWidth(page);
      await expectAccessible(page);
      await lookEverywhere(page, `add-photos-same-gallery-${language}`);
      await page.getByRole('button', { name: t.add }).click();
      await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
      const offer = page.getByRole('region', { name: t.offer });
      await expect(offer).toBeVisible();
      await expectFitsWidth(page);
      await expectAccessible(page);
      await lookEverywhere(page, `add-photos-newer-${language}`);
      await offer.getByRole('button', { name: t.replace }).click();
      await toast(page, t.replaced);
    },
  );

test(
  'where past days are refused one press asks, one press allows, and it goes on by itself',
  { tag: ROAD },
  async ({ page, context, browser }, info) => {
    const club = await newClub();
    await signInAs(context, await photographerOf(club));
    await page.goto('/add-photos');
    const name = unique('Derby');
    await page
      .getByTestId('upload-folder')
      .setInputFiles(await folder(info.outputPath(), name, '2026:06:13'));
    await lookEverywhere(page, 'add-photos-past');
    await page.getByRole('button', { name: 'Ask to allow it' }).click();
    await expect(page.getByText('The administrators were asked.')).toBeVisible();

    const office = await browser.newContext();
    await signInAs(office, await adminUser());
    const desk = await office.newPage();
    await desk.goto('/notifications');
    await desk.getByRole('button', { name: 'Allow' }).first().click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await office.close();
  },
);
