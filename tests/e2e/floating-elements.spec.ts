import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/** 80 characters without a place to break. */
const long = (start: string) => start + 'x'.repeat(80 - start.length);

/** What floats over the page, and the buttons in it, that reach beyond the window or have no size. */
const beyondWindow = (page: Page) =>
  page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const floating = [...document.querySelectorAll('body *')].filter(
      (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position) && shown(element),
    );
    const parts = floating.flatMap((element) => [
      element,
      ...element.querySelectorAll('button, a, [role="status"]'),
    ]);
    return [...new Set(parts)].filter(shown).flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const label = element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40);
      return width > 0 && (left < -1 || right > innerWidth + 1)
        ? [`${element.tagName} ${label}: ${Math.round(left)} to ${Math.round(right)} of ${innerWidth}`]
        : [];
    });
  });

async function expectWithinWindow(page: Page, what: string): Promise<void> {
  for (const viewport of [viewports.desktop, viewports.phone]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => beyondWindow(page), { message: what }).toEqual([]);
  }
}

test('what floats over a page stays within the window with names of 80 characters; files are caught everywhere', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, name: long('Gallery') });
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });

  await expect(dialog.getByText('Drop photos or folders here')).toBeVisible();
  // Dropped far from the area.
  const [bad, film] = [`${long('photo').slice(0, 76)}.jpg`, `${long('film').slice(0, 76)}.mp4`];
  await page.evaluate(
    (names) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['no picture'], name));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
        );
    },
    [bad, film],
  );
  await expect(dialog.getByText('1 file was left out')).toBeVisible();
  const photo = await readFile(samplePhotos[0] ?? '');
  const cut = photo.subarray(0, Math.floor(photo.length * 0.8));
  await dialog
    .getByTestId('upload-files')
    .setInputFiles({ name: `${long('cut').slice(0, 76)}.jpg`, mimeType: 'image/jpeg', buffer: cut });
  await expect(dialog.getByText('Not accepted')).toBeVisible();
  await expect(dialog.getByText('Uploaded, but part of the picture is missing.')).toBeVisible();
  await expectWithinWindow(page, 'the upload dialog');
  await lookEverywhere(page, 'upload-long-names');

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  await tray.getByRole('button', { name: 'Show files' }).click();
  await expectWithinWindow(page, 'the upload tray');
  await lookEverywhere(page, 'tray-long-names');
  await tray.getByRole('button', { name: 'Dismiss' }).click();
  await expect(tray).toHaveCount(0);
  await expect(page.getByText('Part is missing')).toBeVisible();
  await lookEverywhere(page, 'damaged-photo');

  await page.setViewportSize(viewports.desktop);
  const stray = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.jpg'));
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(stray).toBe(true);
});
