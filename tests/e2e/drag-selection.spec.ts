import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { look, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, uploadPhotos } from './support/test-data.ts';

async function galleryOfSix() {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer);
  return { photographer, path: `/gallery/${gallery.id}` };
}

const tileOf = (page: Page, index: number) => page.locator(`[data-tile="${index}"]`);
const chosenIn = (page: Page) => page.locator('[data-tile][data-chosen]');
const barOf = (page: Page) => page.getByRole('region', { name: 'Selection' });

test('dragging from a tick selects the photos on the way, and gives back those it leaves', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const { photographer, path } = await galleryOfSix();
  await signInAs(context, photographer);
  await page.goto(path);
  const bar = barOf(page);
  const tile = (index: number) => tileOf(page, index);
  await tile(1).hover();
  await tile(1)
    .getByRole('button', { name: /^Mark / })
    .hover();
  await page.mouse.down();
  await tile(4).hover();
  await expect(chosenIn(page)).toHaveCount(4);
  await tile(2).hover();
  await expect(chosenIn(page)).toHaveCount(2);
  await look(page, 'dragging');
  await page.mouse.up();
  await expect(bar).toContainText('2');
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await test.step('one that is selected takes others out, and a click is still a click', async () => {
    await tile(2).hover();
    await page.mouse.down();
    await tile(0).hover();
    await page.mouse.up();
    await expect(bar).toHaveCount(0);
    await tile(3).hover();
    await tile(3)
      .getByRole('button', { name: /^Mark / })
      .click();
    await expect(bar).toContainText('1');
    await tile(5).click();
    await expect(bar).toContainText('2');
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true });

  test('a finger that rests on a photo and moves on selects, and does not scroll', async ({
    page,
    context,
  }) => {
    const { photographer, path } = await galleryOfSix();
    await signInAs(context, photographer);
    await page.goto(path);
    // They stand above the photos, which move down when they come.
    await expect(page.getByText(/^\d+ people$/)).toBeVisible();
    await expect(tileOf(page, 1)).toBeVisible();
    const touch = await context.newCDPSession(page);
    const middle = async (index: number) => {
      const box = (await tileOf(page, index).boundingBox())!;
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    };
    const send = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [from, to] = [await middle(0), await middle(1)];
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();

    const tick = (index: number) => tileOf(page, index).locator('[aria-pressed] svg');
    await send('touchStart', from);
    await expect(chosenIn(page)).toHaveCount(1);
    await expect(tick(0)).toHaveCSS('opacity', '1');
    await expect(tick(1)).toHaveCSS('opacity', '0');
    await look(page, 'one-chosen-by-touch');
    for (let part = 1; part <= 5; part += 1)
      await send('touchMove', {
        x: from.x + ((to.x - from.x) * part) / 5,
        y: from.y + ((to.y - from.y) * part) / 5,
      });
    await expect(chosenIn(page)).toHaveCount(2);
    expect(await scrolled()).toBe(before);
    await send('touchEnd');
    await expect(barOf(page)).toContainText('2');

    await test.step('one that moves at once scrolls', async () => {
      const at = await middle(1);
      await send('touchStart', at);
      for (let part = 1; part <= 8; part += 1) await send('touchMove', { x: at.x, y: at.y - 15 * part });
      await send('touchEnd');
      await expect.poll(scrolled).toBeGreaterThan(before);
      await expect(chosenIn(page)).toHaveCount(2);
    });
  });
});
