import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectUncovered, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { expectSuccess, newGallery, newUser, type TestUser, uploadPhotos } from './support/test-data.ts';

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });
const currentSlide = (page: Page) => viewerOf(page).locator('.yarl__slide_current');
const zoomed = (page: Page) => currentSlide(page).locator('img[src*="shown=1"]');

let photographer: TestUser;
let gallery: { id: string; name: string };
test.beforeAll(async () => {
  photographer = await newUser('photographer');
  gallery = await newGallery({ photographer });
  const folder = await mkdtemp(join(tmpdir(), 'clublens-viewer-'));
  const files = [
    await draw(folder, 'a-photo.jpg', 3600, 2400),
    await draw(folder, 'b-panorama.jpg', 6000, 1000),
    await draw(folder, 'c-screenshot.png', 1080, 9600),
  ];
  for (let count = 10; count < 30; count += 1)
    files.push(await draw(folder, `small-${count}.jpg`, 300 + count, 200));
  await uploadPhotos(gallery, photographer, files);
  await rm(folder, { recursive: true });
});

/** Stripes and lines of text, so that it is seen how much of them is there. */
async function draw(folder: string, name: string, width: number, height: number): Promise<string> {
  const lines = Array.from({ length: Math.ceil(height / 60) }, (_, at) => {
    const text = `${name} line ${at} `.repeat(Math.ceil(width / 400));
    return `<rect y="${at * 60}" width="${width}" height="60" fill="hsl(${(at * 25 + width) % 360} 45% 75%)"/>
      <text x="10" y="${at * 60 + 40}" font-size="26" font-family="sans-serif">${text}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lines.join('')}</svg>`;
  await sharp(Buffer.from(svg)).toFile(join(folder, name));
  return join(folder, name);
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Open ${name}`) }).click();
  await expect(currentSlide(page).locator('img.yarl__slide_image')).not.toHaveClass(/loading/);
}

/** How wide the original is that is shown above the large rendition. */
const shownWidth = (page: Page) =>
  zoomed(page).evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));

test('who zooms in sees the original, if it may be had, and nothing else loads it', async ({
  page,
  context,
  browser,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (/photos\/[^/]+\/download/.test(request.url()) && !/size=(small|medium|large)/.test(request.url()))
      asked.push(request.url());
  });
  await signInAs(context, photographer);
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto(`/gallery/${gallery.id}`);

  await test.step('with an account', async () => {
    await open(page, 'a-photo.jpg');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.keyboard.press('+');
    await expect.poll(() => shownWidth(page)).toBe(3600);
    expect(asked).toHaveLength(1);
    const places = await currentSlide(page)
      .locator('img')
      .evaluateAll((all) => all.map((image) => JSON.stringify(image.getBoundingClientRect())));
    expect(new Set(places).size, places.join()).toBe(1);
    await page.keyboard.press('-');
    await expect(zoomed(page)).toHaveCount(0);
  });

  await test.step('a panorama and a long screenshot by their short side', async () => {
    const widthOf = (size: string) =>
      currentSlide(page)
        .locator(`img[src*="size=${size}"]`)
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await page.keyboard.press('ArrowRight');
    await expect(viewerOf(page).getByText('b-panorama.jpg')).toBeVisible();
    await expect.poll(() => widthOf('large')).toEqual([3840, 640]);
    await lookEverywhere(page, 'viewer-panorama');
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.keyboard.press('ArrowRight');
    await expect(viewerOf(page).getByText('c-screenshot.png')).toBeVisible();
    await expect.poll(() => widthOf('large')).toEqual([537, 4770]);
    await lookEverywhere(page, 'viewer-screenshot');
    await page.setViewportSize({ width: 1280, height: 740 });
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
    await expect.poll(() => shownWidth(page)).toBe(1080);
    await lookEverywhere(page, 'viewer-screenshot-zoomed');
    await page.keyboard.press('Escape');
    await lookEverywhere(page, 'grid-long-photos');
  });

  for (const allow_download of [true, false])
    await test.step(`by a link that ${allow_download ? 'lets' : 'does not let'} visitors save`, async () => {
      const { token } = await expectSuccess(
        photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, {
          name: 'Parents',
          allow_download,
        }),
      );
      const outside = await browser.newContext({ viewport: { width: 1280, height: 740 } });
      const visitor = await outside.newPage();
      await visitor.goto(`/gallery/shared/${token}`);
      await open(visitor, 'a-photo.jpg');
      await visitor.keyboard.press('+');
      if (allow_download) await expect.poll(() => shownWidth(visitor)).toBe(3600);
      else {
        await visitor.waitForLoadState('networkidle');
        await expect(zoomed(visitor)).toHaveCount(0);
      }
      await outside.close();
    });
});

test('End and Home show the last and the first photo at once', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  await signInAs(context, photographer);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/gallery/${gallery.id}`);
  await open(page, 'a-photo.jpg');
  const photo = currentSlide(page).locator('img');
  for (const [key, counter] of [
    ['End', '23 / 23'],
    ['Home', '1 / 23'],
    ['ArrowRight', '2 / 23'],
    ['Home', '1 / 23'],
    ['ArrowLeft', '23 / 23'],
    ['Home', '1 / 23'],
    ['End', '23 / 23'],
    ['End', '23 / 23'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(viewerOf(page).getByText(counter)).toBeVisible();
    // Sliding past twenty photos would take four seconds.
    await expect(photo).toBeInViewport({ ratio: 0.99, timeout: 1_500 });
    await expect(photo).not.toHaveClass(/loading/, { timeout: 1_500 });
  }
});

test('the keyboard shortcuts open in front of the viewer, and Escape closes them alone', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await open(page, 'a-photo.jpg');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await expectUncovered(sheet);
  await lookEverywhere(page, 'viewer-shortcuts');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(viewerOf(page).getByText('1 / 23')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewerOf(page).getByText('2 / 23')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewerOf(page)).toBeHidden();
});
