import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { accessibilityViolations, expectFitsWidth } from './support/accessibility.ts';
import { signInAs, toast } from './support/browser.ts';
import { serverUrl } from './support/server-url.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos, unique } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const texts = {
  en: {
    title: 'Keys for programs',
    none: /^Lightroom and other programs can/,
    make: 'Make a key',
    name: 'Name',
    where: 'Where',
    key: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
    withdraw: 'Withdraw the key Lightroom',
    sure: 'Withdraw',
    withdrawn: 'Key withdrawn.',
    unused: 'Not used yet',
    one: /^Upload photos · Only .* · until/,
  },
  de: {
    title: 'Schlüssel für Programme',
    none: /^Lightroom und andere Programme/,
    make: 'Schlüssel erstellen',
    name: 'Name',
    where: 'Wo',
    key: 'Schlüssel',
    copy: 'Kopieren',
    copied: 'Kopiert',
    done: 'Fertig',
    withdraw: 'Schlüssel Lightroom widerrufen',
    sure: 'Widerrufen',
    withdrawn: 'Schlüssel widerrufen.',
    unused: 'Noch nicht benutzt',
    one: /^Fotos hochladen · Nur .* · bis/,
  },
} as const;

const look = async (page: Page, name: string) => {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}.png` });
  await expectFitsWidth(page);
  expect(await accessibilityViolations(page)).toEqual([]);
};

for (const [language, size, tag] of [
  ['de', 'phone', []],
  ['en', 'desktop', [ONLY_IN_ALL]],
] as const)
  test(`a key is made, copied, used and withdrawn (${language}, ${size})`, { tag: [...tag] }, async ({
    page,
    context,
    browserName,
  }) => {
    const t = texts[language];
    const photographer = await newUser('photographer');
    const [gallery, other] = [
      await newGallery({ photographer, visibility: 'private', name: unique('Final') }),
      await newGallery({ photographer, visibility: 'private' }),
    ];
    if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(context, photographer, language);
    await page.setViewportSize(viewports[size]);
    await page.goto('/settings');
    await expect(page.getByText(t.none)).toBeVisible();
    await expect(page.getByRole('heading', { name: t.title })).toHaveCount(0);
    await page.getByText(t.none).scrollIntoViewIfNeeded();
    await look(page, `api-keys-none-${language}`);

    await page.getByRole('button', { name: t.make }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t.name }).fill('Lightroom');
    await dialog.getByRole('combobox', { name: t.where }).click();
    await page.getByRole('option', { name: gallery.name }).click();
    await look(page, `api-keys-make-${language}`);
    await dialog.getByRole('button', { name: t.make }).click();
    const key = await dialog.getByRole('textbox', { name: t.key }).inputValue();
    expect(key).toMatch(/^clk_[\w-]{43}$/);
    await look(page, `api-keys-made-${language}`);
    await dialog.getByRole('button', { name: t.copy }).click();
    await expect(dialog.getByRole('button', { name: t.copied })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await dialog.getByRole('button', { name: t.done }).click();
    await expect(page.getByText(t.one)).toBeVisible();
    await expect(page.getByText(t.unused)).toBeVisible();
    await expect(page.locator('body')).not.toContainText(key);
    await page.getByText(t.one).scrollIntoViewIfNeeded();
    await look(page, `api-keys-list-${language}`);

    const status = (path: string) =>
      page.evaluate(
        async ([address, bearer]) =>
          (await fetch(address, { headers: { Authorization: `Bearer ${bearer}` } })).status,
        [`/api${path}`, key] as const,
      );
    expect(await status(`/galleries/${gallery.id}`)).toBe(200);
    expect(await status(`/galleries/${other.id}`)).toBe(403);
    expect(await status('/users/profile')).toBe(403);

    await page.getByRole('button', { name: t.withdraw }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.sure }).click();
    await toast(page, t.withdrawn);
    await expect(page.getByText(t.none)).toBeVisible();
    expect(await status(`/galleries/${gallery.id}`)).toBe(401);
  });

test('curl uploads, lists and downloads with a key, and is refused elsewhere', { tag: ROAD }, async () => {
  // A minimal Debian has none.
  test.skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer, visibility: 'private' });
  const last_day = new Date().toISOString().slice(0, 10);
  const made = await photographer.call<{ key: string }>('POST', '/users/profile/keys', {
    name: 'curl',
    scope: 'upload',
    last_day,
  });
  const { key } = made.body.data;
  const curl = async (path: string, ...options: string[]) => {
    const sent = ['-s', '-w', '\n%{http_code}', ...options, `${serverUrl()}/api${path}`];
    const { stdout } = await promisify(execFile)('curl', sent, { encoding: 'latin1' });
    const at = stdout.lastIndexOf('\n');
    return { status: stdout.slice(at + 1), body: stdout.slice(0, at) };
  };
  const bearer = ['-H', `Authorization: Bearer ${key}`];
  const form = ['-F', `gallery_id=${gallery.id}`, '-F', `file=@${samplePhotos[0]}`];
  const uploaded = await curl('/photos/upload', ...bearer, ...form);
  expect(uploaded.status).toBe('201');
  const { id } = (JSON.parse(uploaded.body) as { data: { id: string } }).data;
  const list = await curl(`/photos/gallery/${gallery.id}`, '-u', `me:${key}`);
  expect(JSON.parse(list.body)).toMatchObject({ data: { total: 1, photos: [{ id }] } });
  const photo = await curl(`/photos/${id}/download`, ...bearer);
  expect([photo.status, photo.body.slice(0, 3)]).toEqual(['200', '\xff\xd8\xff']);
  for (const path of [
    '/users/profile',
    '/my-photos',
    `/galleries/${gallery.id}/links`,
    `/photos/${id}/faces`,
  ])
    expect([path, (await curl(path, ...bearer)).status]).toEqual([path, '403']);
  expect((await curl('/galleries', ...bearer.slice(0, 1), `${bearer[1]}x`)).status).toBe('401');
});
