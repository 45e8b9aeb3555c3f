import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { unzip } from '#tests/support/zip.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  newGallery,
  newUser,
  peopleOf,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';

const namesIn = async (download: Download) =>
  unzip(await readFile(await download.path()))
    .map(({ name }) => name)
    .sort();

interface Link {
  id: string;
  token: string;
}

test('a shared gallery opens with its password, without an account, and ends when it should', {
  tag: ROAD,
}, async ({ browser }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, visibility: 'private' });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const createLink = (wish: object) =>
    expectSuccess(photographer.call<Link>('POST', `/galleries/${gallery.id}/links`, wish));
  const link = await createLink({ name: 'Parents', password: 'Grün weiß 7', allow_download: true });
  const address = `/gallery/shared/${link.token}`;

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  const open = page.getByRole('button', { name: 'Open gallery' });
  const field = page.getByRole('textbox', { name: 'Password' });

  await test.step('the password is asked for, and a wrong one is refused', async () => {
    await expect(open).toBeDisabled();
    await field.fill('   ');
    await expect(open).toBeDisabled();
    await field.fill('wrong');
    await open.click();
    await expect(page.getByText('Incorrect password')).toBeVisible();
    await field.fill('Grün weiß 7');
    await field.press('Enter');
  });

  await test.step('the gallery, read only', async () => {
    await expect(page.getByRole('heading', { name: gallery.name })).toBeVisible();
    await expect(page.getByText('Shared by link')).toBeVisible();
    await expect(page.getByText('2 photos')).toBeVisible();
    const tiles = page.getByRole('button', { name: /^Open sample/ });
    await expect(tiles).toHaveCount(2);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect
      .poll(() =>
        tiles
          .first()
          .locator('img')
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(100);
    await tiles.first().click();
    await expect(page.getByText('1 / 2')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the photo', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^sample\d\.jpg$/);
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 / 2')).toHaveCount(0);
    await page.reload();
    await expect(tiles).toHaveCount(2);
  });

  await test.step('all of it, or what one chose, comes as one file', async () => {
    const whole = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all photos' }).click();
    expect((await whole).suggestedFilename()).toBe(`${gallery.name}.zip`);
    expect(await namesIn(await whole)).toEqual(['sample1.jpg', 'sample2.jpg']);
    await page.getByRole('button', { name: /^Open sample1/ }).hover();
    await page.getByRole('button', { name: 'Mark sample1.jpg' }).click();
    const chosen = page.waitForEvent('download');
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Download', exact: true })
      .click();
    expect(await namesIn(await chosen)).toEqual(['sample1.jpg']);
    await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
  });

  await test.step('each end of a link has its own words', async () => {
    await expectSuccess(
      photographer.call('PUT', `/galleries/links/${link.id}`, { expires_at: '2020-01-01T00:00:00Z' }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expectSuccess(
      photographer.call('PUT', `/galleries/links/${link.id}`, { expires_at: null, is_active: false }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link is inactive' })).toBeVisible();
    await page.goto('/gallery/shared/nothing-like-this');
    await expect(page.getByRole('heading', { name: 'Link not found or invalid' })).toBeVisible();
  });
  await context.close();

  await test.step('a member who opens a protected link stays signed in', async () => {
    const locked = await createLink({ name: 'Locked', password: 'right one', allow_download: false });
    const own = await browser.newContext();
    await signInAs(own, photographer);
    const tab = await own.newPage();
    await tab.goto(`/gallery/shared/${locked.token}`);
    await tab.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await tab.getByRole('button', { name: 'Open gallery' }).click();
    await expect(tab.getByText('Incorrect password')).toBeVisible();
    await tab.getByRole('textbox', { name: 'Password' }).fill('right one');
    await tab.getByRole('button', { name: 'Open gallery' }).click();
    await tab
      .getByRole('button', { name: /^Open sample/ })
      .first()
      .click();
    await expect(tab.getByText('1 / 2')).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Save the photo', exact: true })).toHaveCount(0);
    await tab.goto('/');
    await expect(tab.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await own.close();
  });
});

test('a link can be copied on a server without https', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const link = await expectSuccess(
    photographer.call<Link>('POST', `/galleries/${gallery.id}/links`, { name: 'Parents' }),
  );
  const context = await browser.newContext();
  await signInAs(context, photographer);
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      document.title = (document.activeElement as HTMLTextAreaElement).value;
    });
  });
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Share links' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.title()).toContain(link.token);
  await context.close();
});

test('a link ends on the day that was chosen, by the clock of whoever chose it', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  // East of any server that the tests run on.
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati', locale: 'en-GB' });
  await signInAs(context, photographer);
  const page = await context.newPage();
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Share links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share links' });
  await dialog.getByRole('button', { name: 'Options' }).click();
  await dialog.getByLabel('Valid until (optional)').fill('2032-05-20');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText(/20 May 2032/)).toBeVisible();
  const { links } = await expectSuccess(
    photographer.call<{ links: { expires_at: string }[] }>('GET', `/galleries/${gallery.id}/links`),
  );
  expect(links.map(({ expires_at }) => expires_at)).toEqual(['2032-05-20T09:59:59.999Z']);
});

test('a visitor reads that the link is over, with the gallery open', { tag: ONLY_IN_ALL }, async ({
  page,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, visibility: 'private' });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  const link = await expectSuccess(photographer.call<Link>('POST', `/galleries/${gallery.id}/links`, {}));
  await page.goto(`/gallery/shared/${link.token}`);
  const tile = page.getByRole('button', { name: /^Open sample/ }).first();
  await expect(tile).toBeVisible();
  await expectSuccess(photographer.call('PUT', `/galleries/links/${link.id}`, { is_active: false }));
  await tile.click();
  await expect(page.getByRole('heading', { name: 'This link is inactive' })).toBeVisible();
});

test('a visitor’s choice of a person is in the address, and a person that the link does not show is no choice', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, visibility: 'private' });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 2));
  await peopleOf(gallery, photographer);
  const link = await expectSuccess(
    photographer.call<Link>('POST', `/galleries/${gallery.id}/links`, { show_people: true }),
  );
  const address = `/gallery/shared/${link.token}`;
  const strip = page.getByRole('list', { name: 'People in this gallery' });
  const chosen = strip.getByRole('button', { pressed: true });
  const tiles = page.getByRole('button', { name: /^Open sample/ });
  await page.goto(address);
  await expect(tiles).toHaveCount(2);
  await strip.getByRole('button', { name: /^Person 1 1 photo/ }).click();
  await expect(tiles).toHaveCount(1);
  await page.reload();
  await expect(chosen).toContainText('Person 1');
  await expect(tiles).toHaveCount(1);
  await page.goBack();
  await expect(tiles).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`${address}$`));

  for (const id of ['nobody', '01900000-0000-7000-8000-000000000011']) {
    await page.goto(`${address}?person=${id}`);
    await expect(tiles).toHaveCount(2);
    await expect(strip.getByRole('button').first()).toBeVisible();
    await expect(chosen).toHaveCount(0);
  }
});
