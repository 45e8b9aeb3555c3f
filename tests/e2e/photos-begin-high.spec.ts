import { expect, type Page } from '@playwright/test';
import { expectFitsWidth } from './support/accessibility.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  newEvent,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';

const phones = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];

/** Where the photos may begin at most, in pixels from the top, on either phone. */
const atMost = {
  'the gallery of a reader': 240,
  'the gallery of its photographer': 280,
  'one person of its photographer': 345,
  'a link': 150,
  'a link that shows people': 220,
  'a person chosen by a link': 315,
  'a link after a request': 345,
};

test('photos begin high on a phone', async ({ browser }) => {
  const photographer = await newUser('photographer', { first_name: 'Petra', last_name: 'Mustermann' });
  // A gallery has the name of its event where nobody types another.
  const event = await newEvent([], undefined, 'U13 against Adlerhorst');
  const gallery = await newGallery({ photographer, event, name: event.name });
  await uploadPhotos(gallery, photographer, samplePhotos);
  await expect.poll(async () => (await peopleOf(gallery, photographer)).length).toBeGreaterThan(3);
  const link = (show_people: boolean) =>
    expectSuccess(
      photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, {
        name: 'x',
        show_people,
      }),
    );
  const [plain, withPeople] = [await link(false), await link(true)];
  const reader = await newUser();
  for (const who of [reader, photographer]) {
    // Without the line that asks for an own password, as after the first day.
    const [current_password, new_password] = [who.password, `${who.password} staple`];
    await expectSuccess(who.call('PUT', '/users/change-password', { current_password, new_password }));
  }
  const tops: Record<string, number[]> = {};
  const measure = async (name: keyof typeof atMost, page: Page) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    const photo = page.locator('[data-photo-index="0"]');
    await expect(photo).toBeVisible();
    // Where it stays.
    let top = Number.NaN;
    await expect(async () => {
      const before = top;
      top = Math.round(await photo.evaluate((tile) => tile.getBoundingClientRect().top));
      expect(top).toBe(before);
    }).toPass({ intervals: [500] });
    tops[name] = [...(tops[name] ?? []), top];
  };
  for (const viewport of phones) {
    const options = {
      viewport,
      hasTouch: true,
      isMobile: true,
      locale: 'de',
      reducedMotion: 'reduce',
    } as const;
    for (const who of [reader, photographer]) {
      const context = await browser.newContext(options);
      await signInAs(context, who, 'de');
      const page = await context.newPage();
      await page.goto(`/gallery/${gallery.id}`);
      await expect(page.getByRole('button', { name: /^Person \d/ }).first()).toBeVisible();
      await measure(who === reader ? 'the gallery of a reader' : 'the gallery of its photographer', page);
      if (who === photographer) {
        await page.getByRole('button', { name: /^Person 1 / }).click();
        await expect(page.locator('[data-photo-index]')).toHaveCount(2);
        await measure('one person of its photographer', page);
      }
      await context.close();
    }
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(`/gallery/shared/${plain.token}`);
    await measure('a link', page);
    await page.goto(`/gallery/shared/${withPeople.token}`);
    const person = page.getByRole('button', { name: /^Person \d/ }).first();
    await expect(person).toBeVisible();
    await expectFitsWidth(page);
    await measure('a link that shows people', page);
    await person.click();
    await expect(page.getByText(/ von 6 Fotos$/)).toBeVisible();
    await measure('a person chosen by a link', page);
    await page.getByRole('button', { name: 'Alle anzeigen' }).click();
    await page.locator('[data-photo-index="0"]').click();
    await page.getByRole('button', { name: 'Bitte dieses Foto ausblenden' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Foto ausblenden' }).click();
    await expect(page.getByRole('region', { name: 'Ihre Bitten' })).toBeVisible();
    await measure('a link after a request', page);
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/first-photo-${viewport.width}.png` });
    await page
      .getByRole('region', { name: 'Ihre Bitten' })
      .getByRole('button', { name: 'Doch nicht' })
      .click();
    await expect(page.getByRole('region', { name: 'Ihre Bitten' })).toHaveCount(0);
  }
  console.log(JSON.stringify(tops));
  const tooLow = Object.entries(atMost).filter(([name, top]) => Math.max(...(tops[name] ?? [9999])) > top);
  expect(tooLow).toEqual([]);
});
