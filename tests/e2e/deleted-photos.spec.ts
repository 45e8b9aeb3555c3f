import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, pressOnPhoto, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  newGallery,
  newUser,
  samplePhotos,
  uploadPhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    photos: /^Photos of/,
    deleted: /^Deleted photos of/,
    remove: /^Delete sample/,
    confirm: 'Delete photo',
    kept: 'Can be restored from “Recently deleted” for 30 days. After that, this action cannot be undone.',
    was: 'The photo was deleted.',
    undo: 'Undo',
    back: 'The photo was restored.',
    selection: 'Selection',
    removeChosen: 'Delete photos',
    confirmTwo: 'Delete 2 photos',
    menu: (name: string) => `More actions for ${name}`,
    bin: (n: number) => `Recently deleted (${n})`,
    days: '30 days',
    restore: 'Restore',
    restoreOne: 'Restore 1 photo',
    restoreTwo: 'Restore all 2',
    purgeAll: 'Delete all for good',
    purge: 'Delete for good',
    none: 'No deleted photos',
    galleries: 'Galleries',
    deleteGallery: 'Delete gallery',
    keptGallery: /cannot be undone\. Deleted galleries can be restored for 30 days; their links stay off\.$/,
    bringBack: (name: string) => `Restore ${name}`,
    broughtBack: (name: string) => `“${name}” was restored. Its links are switched off.`,
  },
  de: {
    photos: /^Fotos /,
    deleted: /^Gelöschte Fotos aus/,
    remove: /^sample.* löschen$/,
    confirm: 'Foto löschen',
    kept: 'Unter „Zuletzt gelöscht“ können Sie 30 Tage lang alles wiederherstellen. Danach ist es endgültig weg.',
    was: 'Das Foto wurde gelöscht.',
    undo: 'Rückgängig',
    back: 'Das Foto wurde wiederhergestellt.',
    selection: 'Auswahl',
    removeChosen: 'Fotos löschen',
    confirmTwo: '2 Fotos löschen',
    menu: (name: string) => `Weitere Aktionen für ${name}`,
    bin: (n: number) => `Zuletzt gelöscht (${n})`,
    days: '30 Tage',
    restore: 'Wiederherstellen',
    restoreOne: '1 Foto wiederherstellen',
    restoreTwo: 'Alle 2 wiederherstellen',
    purgeAll: 'Alle endgültig löschen',
    purge: 'Endgültig löschen',
    none: 'Keine gelöschten Fotos',
    galleries: 'Galerien',
    deleteGallery: 'Galerie löschen',
    keptGallery:
      /nicht rückgängig machen\. Gelöschte Galerien lassen sich 30 Tage lang wiederherstellen; ihre Links bleiben aus\.$/,
    bringBack: (name: string) => `${name} wiederherstellen`,
    broughtBack: (name: string) => `„${name}“ wurde wiederhergestellt. Die Links sind ausgeschaltet.`,
  },
} as const;

for (const [language, viewport, tag] of [
  ['en', viewports.desktop, ''],
  ['de', viewports.phone, ONLY_IN_ALL],
] as const)
  test(`deleted photos come back: undone at once, or from those recently deleted (${language})`, {
    tag: tag || [],
  }, async ({ context, page }) => {
    const t = words[language];
    await page.setViewportSize(viewport);
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer });
    await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 3));
    await signInAs(context, photographer, language);
    await page.goto(`/gallery/${gallery.id}`);
    const photos = page.getByRole('group', { name: t.photos });
    const tiles = photos.locator('[data-photo-index]');
    const menu = page.getByRole('button', { name: t.menu(gallery.name) });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await expect(tiles).toHaveCount(3);

    await test.step('nothing was deleted, so the menu does not name it', async () => {
      await menu.click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await expect(page.getByRole('menuitem', { name: t.bin(0) })).toHaveCount(0);
      await page.keyboard.press('Escape');
    });

    await test.step('delete one, undo', async () => {
      await pressOnPhoto(tiles.first(), photos.getByRole('button', { name: t.remove }));
      await expect(page.getByText(t.kept)).toBeVisible();
      await lookEverywhere(page, `delete-dialog-${language}`);
      await page.setViewportSize(viewport);
      await press(t.confirm);
      await expect(tiles).toHaveCount(2);
      await toast(page, t.was);
      await press(t.undo);
      await toast(page, t.back);
      await expect(tiles).toHaveCount(3);
    });

    await test.step('delete two, restore one', async () => {
      await pressOnPhoto(tiles.nth(0), photos.locator('[aria-pressed]'));
      await tiles.nth(1).click();
      await page
        .getByRole('region', { name: t.selection })
        .getByRole('button', { name: t.removeChosen })
        .click();
      await press(t.confirmTwo);
      await expect(tiles).toHaveCount(1);
      await menu.click();
      await lookEverywhere(page, `gallery-menu-${language}`);
      await page.setViewportSize(viewport);
      await page.getByRole('menuitem', { name: t.bin(2) }).click();
      const gone = page.getByRole('group', { name: t.deleted });
      await expect(gone.locator('[data-photo-index]')).toHaveCount(2);
      await expect(gone.getByText(t.days)).toHaveCount(2);
      await expect(page.getByRole('button', { name: t.restoreTwo })).toBeVisible();
      await expect
        .poll(() =>
          gone
            .locator('img')
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBeGreaterThan(0);
      await expectFitsWidth(page);
      await expectAccessible(page);
      await lookEverywhere(page, `deleted-photos-${language}`);
      await page.setViewportSize(viewport);
      await gone.locator('[data-photo-index]').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('img')).toBeVisible();
      await lookEverywhere(page, `deleted-photo-${language}`);
      await page.setViewportSize(viewport);
      await dialog.getByRole('button', { name: t.restore }).click();
      await toast(page, t.back);
      await expect(gone.locator('[data-photo-index]')).toHaveCount(1);
      await expect(page.getByRole('button', { name: t.restoreOne })).toBeVisible();
    });

    await test.step('delete the other one for good', async () => {
      await press(t.purgeAll);
      await press(t.purge);
      await expect(page.getByText(t.none)).toBeVisible();
      await lookEverywhere(page, `no-deleted-photos-${language}`);
      await page.setViewportSize(viewport);
      await page.goBack();
      await expect(tiles).toHaveCount(2);
      await menu.click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await expect(page.getByRole('menuitem', { name: t.bin(1) })).toHaveCount(0);
    });

    await test.step('delete the gallery, restore it', async () => {
      await page.goto(`/gallery/${gallery.id}`);
      await menu.click();
      await page.getByRole('menuitem', { name: t.deleteGallery }).click();
      await expect(page.getByText(t.keptGallery)).toBeVisible();
      await lookEverywhere(page, `delete-gallery-${language}`);
      await page.setViewportSize(viewport);
      await press(t.deleteGallery);
      await page.getByRole('button', { name: t.menu(t.galleries) }).click();
      await page.getByRole('menuitem', { name: t.bin(1) }).click();
      const bringBack = page.getByRole('button', { name: t.bringBack(gallery.name) });
      await expect(bringBack).toBeVisible();
      await expect(page.getByText(t.days)).toBeVisible();
      await expectFitsWidth(page);
      await expectAccessible(page);
      await lookEverywhere(page, `deleted-galleries-${language}`);
      await page.setViewportSize(viewport);
      await bringBack.click();
      await toast(page, t.broughtBack(gallery.name));
      await expect(bringBack).toHaveCount(0);
      await page.goto(`/gallery/${gallery.id}`);
      await expect(tiles.first()).toBeVisible();
    });
  });

test('deleted photos are for those who may delete', { tag: ONLY_IN_ALL }, async ({ context, page }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  const { photos } = await expectSuccess(
    photographer.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery.id}`),
  );
  await expectSuccess(photographer.call('DELETE', `/photos/${photos[0]?.id}`));
  await signInAs(context, await newUser());
  await page.goto(`/gallery/${gallery.id}/deleted`);
  await expect(page.getByText('You do not have permission for this action.')).toBeVisible();
  await expect(page.locator('[data-photo-index]')).toHaveCount(0);
});

test('an installation may keep none: the question says that it cannot be undone', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const admin = await adminUser();
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await uploadPhotos(gallery, photographer, samplePhotos.slice(0, 1));
  await signInAs(context, admin);
  await page.goto('/admin/settings');
  const days = page.getByRole('combobox', { name: 'Deleted for good' });
  await days.scrollIntoViewIfNeeded();
  await expect(days).toHaveValue('After 30 days');
  await lookEverywhere(page, 'bin-setting');
  try {
    await days.click();
    await page.getByRole('option', { name: 'At once' }).click();
    await toast(page, 'The setting was saved.');
    await page.goto(`/gallery/${gallery.id}`);
    const photos = page.getByRole('group', { name: words.en.photos });
    const tile = photos.locator('[data-photo-index]');
    await pressOnPhoto(tile, photos.getByRole('button', { name: words.en.remove }));
    await expect(page.getByText(/This action cannot be undone/)).toBeVisible();
    await page.getByRole('button', { name: words.en.confirm, exact: true }).click();
    await toast(page, words.en.was);
    await expect(page.getByRole('button', { name: words.en.undo })).toHaveCount(0);
  } finally {
    await expectSuccess(admin.call('PUT', '/settings', { bin_days: 30 }));
  }
});
