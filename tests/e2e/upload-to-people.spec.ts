import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { TEST_ADMIN } from '#tests/support/server-process.ts';
import { ROAD } from '#tests/support/thoroughness.ts';
import { pressOnPhoto, signInByForm, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, peopleOf, samplePhotos, unique } from './support/test-data.ts';

/** The main path: from an empty server to the photos of one person. */
test('a photographer is made, photos are uploaded, and people can be found in them', { tag: ROAD }, async ({
  page,
}) => {
  const lastName = unique('Lens').replace(' ', '');
  const galleryName = unique('Cup final');

  await page.goto('/');
  await signInByForm(page, TEST_ADMIN);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  await test.step('create photographer, event and gallery', async () => {
    await page.goto('/admin/gallery/create');
    await page.getByRole('button', { name: 'New photographer' }).click();
    const photographer = page.getByRole('dialog', { name: 'New photographer' });
    await photographer.getByLabel('First name').fill('Paula');
    await photographer.getByLabel('Last name').fill(lastName);
    await photographer.getByLabel('Email').fill(`${lastName}@example.org`);
    await photographer.getByRole('button', { name: 'Generate password' }).click();
    await photographer.getByRole('button', { name: 'Create photographer' }).click();
    await expect(photographer).toBeHidden();
    await page.getByRole('button', { name: 'New event' }).click();
    const event = page.getByRole('dialog', { name: 'New event' });
    await event.getByLabel('Name').fill(unique('Season opening'));
    await event.getByLabel('Event date').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
    await event.getByRole('button', { name: 'Create event' }).click();
    await expect(event).toBeHidden();

    const form = page.locator('form');
    await expect(form.getByRole('combobox', { name: 'Photographer' })).toHaveValue(new RegExp(lastName));
    await form.getByRole('textbox', { name: 'Name' }).fill(galleryName);
    await form.getByText('Public').click();
    await form.getByRole('button', { name: 'Create gallery' }).click();
    await toast(page, `${galleryName} was created.`);
    await expect(page.getByText('No photos yet')).toBeVisible();
  });

  await test.step('upload single files, then a folder', async () => {
    const dialog = page.getByRole('dialog', { name: `Upload photos to ${galleryName}` });
    await dialog.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 2));
    await expect(dialog.getByText('2 of 2 photos uploaded')).toBeVisible();
    // A file that is no image is named with the reason; duplicates are not stored twice.
    await dialog.getByTestId('upload-folder').setInputFiles(await folderOf(samplePhotos.slice(1)));
    await expect(dialog.getByRole('listitem').filter({ hasText: 'notes.txt' })).toHaveCount(1);
    await expect(dialog.getByRole('listitem').filter({ hasNotText: 'notes.txt' })).toHaveCount(7);
    await expect(dialog.getByText('7 of 7 photos uploaded')).toBeVisible();
    await expect(dialog.getByText('1 was already there')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('region', { name: 'Upload', exact: true })).toHaveCount(0);
  });

  const photos = page.getByRole('group', { name: `Photos of ${galleryName}` });
  const tiles = photos.getByRole('button', { name: /^Open / });
  const people = page.getByRole('list', { name: 'People in this gallery' });

  await test.step('the recognition shows how far it is, then its people', async () => {
    await expect(tiles).toHaveCount(6);
    const id = /gallery\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    const [seenMost] = await peopleOf({ id }, await adminUser());
    await expect(page.getByText('All photos processed')).toBeVisible();
    await expect(people.getByRole('button', { name: /photos?$/ }).first()).toHaveText(
      new RegExp(`${seenMost?.photo_count} photos?$`),
    );
  });

  await test.step('one person, then everybody again', async () => {
    // The list is refreshed up to 1.5 s after the news that it changed: until then its first person may be another one.
    await page.reload();
    const first = people.getByRole('button', { name: /photos?$/ }).first();
    const count = Number(/(\d+) photos?$/.exec((await first.innerText()).trim())?.[1]);
    expect(count).toBeLessThan(6);
    await first.click();
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await expect(tiles).toHaveCount(count);
    await first.click();
    await expect(tiles).toHaveCount(6);
    await first.click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(tiles).toHaveCount(6);
    await expect(page).not.toHaveURL(/person=/);
  });

  await test.step('the viewer walks, wraps around and closes', async () => {
    await tiles.first().click();
    const viewer = page
      .getByRole('region', { name: 'Photo viewer' })
      .or(page.getByRole('dialog', { name: 'Photo viewer' }));
    await expect(viewer.getByText('1 / 6')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(viewer.getByText('6 / 6')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('2 / 6')).toBeVisible();
    const pressAtOnce = (keys: string[]) =>
      page.evaluate((pressed) => {
        for (const key of pressed)
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }, keys);
    await pressAtOnce(['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']);
    await expect(viewer.getByText('4 / 6')).toBeVisible();
    await pressAtOnce(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']);
    await expect(viewer.getByText('2 / 6')).toBeVisible();
    await viewer.getByRole('button', { name: 'Next photo' }).click();
    await expect(viewer.getByText('3 / 6')).toBeVisible();
    const original = await viewer.getByRole('link', { name: 'Open original' }).getAttribute('href');
    const bytes = await page.request.get(original ?? '');
    expect(bytes.headers()['content-type']).toBe('image/jpeg');
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(tiles.nth(2)).toBeFocused();
  });

  await test.step('set the cover, delete one photo, then a chosen one', async () => {
    const nameAt = async (index: number) =>
      /^Open (.*), photo/.exec((await tiles.nth(index).getAttribute('aria-label')) ?? '')?.[1] ?? '';
    const cover = await nameAt(0);
    await pressOnPhoto(tiles.first(), photos.getByRole('button', { name: `Set ${cover} as cover` }));
    await toast(page, 'The cover was set.');
    await tiles.first().hover();
    await expect(photos.getByRole('button', { name: 'This is the cover' })).toBeDisabled();

    const gone = await nameAt(5);
    await pressOnPhoto(tiles.last(), photos.getByRole('button', { name: `Delete ${gone}` }));
    await page.getByRole('button', { name: 'Delete photo', exact: true }).click();
    await expect(tiles).toHaveCount(5);
    const next = await nameAt(4);
    const mark = photos.getByRole('button', { name: `Mark ${next}`, exact: true });
    const selection = page.getByRole('region', { name: 'Selection' });
    await pressOnPhoto(tiles.last(), mark);
    await selection.getByRole('button', { name: 'Cover photo' }).click();
    await expect(selection).toHaveCount(0);
    await pressOnPhoto(tiles.last(), mark);
    await expect(selection.getByRole('button', { name: 'Cover photo' })).toHaveCount(0);
    await selection.getByRole('button', { name: 'Delete photo', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete photo', exact: true }).click();
    await expect(tiles).toHaveCount(4);
    await expect(page.getByText('4 photos', { exact: true }).first()).toBeVisible();
  });
});

async function folderOf(files: string[]): Promise<string> {
  const folder = test.info().outputPath('matchday');
  await mkdir(join(folder, 'second half'), { recursive: true });
  for (const [index, file] of files.entries())
    await copyFile(file, join(folder, index % 2 ? 'second half' : '.', `photo-${index}.jpg`));
  await copyFile(new URL(import.meta.url), join(folder, 'notes.txt'));
  return folder;
}
