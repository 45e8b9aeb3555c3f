import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';

/** The print dialog cannot be automated: calls of window.print are counted, and the print media are checked. */
async function notePrinting(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0 });
    window.print = () => {
      Object.assign(window, { printed: 1 });
    };
  });
}
const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed: number }).printed);
const donePrinting = (page: Page) => page.evaluate(() => dispatchEvent(new Event('afterprint')));

test('a share link becomes a poster, a card and a picture of its code', async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const club = await newClub();
  const event = await newEvent([club]);
  const gallery = await newGallery({ photographer, event, name: 'Finale der U13' });
  const link = await expectSuccess(
    photographer.call<{ url: string }>('POST', `/galleries/${gallery.id}/links`, {
      name: 'Parents',
      expires_at: '2099-12-31',
    }),
  );
  await signInAs(context, photographer);
  await notePrinting(page);
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Share links' }).click();
  const code = page.getByRole('button', { name: 'QR code of Parents' });
  for (const [name, width] of [
    ['Print poster (A4)', 595],
    ['Print card (A6)', 298],
  ] as const) {
    await code.click();
    await page.getByRole('button', { name }).click();
    await expect.poll(() => printed(page)).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByTestId('print-sheet');
    for (const text of ['Finale der U13', club.name, link.url.replace(/^https?:\/\//, ''), /31 Dec 2099/])
      await expect(sheet.getByText(text)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(Math.round(Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(paper)?.[1]))).toBe(width);
    await page.emulateMedia({ media: 'screen' });
    await donePrinting(page);
    await expect(sheet).toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { printed: 0 }));
  }
  await code.click();
  await page.getByRole('dialog').getByText('More', { exact: true }).click();
  for (const [name, type, start] of [
    ['Save code as PNG', 'png', '\u0089PNG'],
    ['Save code as SVG', 'svg', '<svg'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toBe(`Parents.${type}`);
    expect((await readFile(await (await download).path())).toString('latin1')).toContain(start);
  }
});

test('a gallery becomes a contact sheet: every photo with its name, and nothing else', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, name: 'First half on paper' });
  await uploadPhotos(gallery, photographer, samplePhotos);
  await signInAs(context, photographer);
  await notePrinting(page);
  await page.goto(`/gallery/${gallery.id}`);
  await page.getByRole('button', { name: 'More actions for First half on paper' }).click();
  await page.getByRole('menuitem', { name: 'Print contact sheet' }).click();
  await expect.poll(() => printed(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByTestId('print-sheet');
  await expect(sheet.getByRole('heading', { name: gallery.name })).toBeVisible();
  for (let n = 1; n <= 6; n += 1) await expect(sheet.getByText(`sample${n}.jpg`)).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});
