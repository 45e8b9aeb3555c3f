import { type BrowserContext, expect, type Page } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
  type TestUser,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    send: /^Send \d photos?$/,
    waiting: 'Waits for an editor',
    remove: /^Delete sample/,
    confirm: 'Delete',
    notice: (n: number) => new RegExp(`^${n} photos? from guests waits?`),
    look: 'Look at them',
    enlarge: (n: number) => `Enlarge sample${n}.jpg`,
    accept: (n: number) => `Accept sample${n}.jpg`,
    decline: (n: number) => `Decline sample${n}.jpg`,
    acceptAll: /^Accept \d photo$/,
    yes: 'Decline',
    accepted: '1 photo is in the gallery now.',
    declined: '1 photo was deleted.',
    none: 'No photos wait',
    seenBy: 'Also seen by the link “Press” (without a password). Also public.',
  },
  de: {
    send: /^\d Fotos? senden$/,
    waiting: 'Wartet auf die Durchsicht',
    remove: /^sample.* löschen$/,
    confirm: 'Löschen',
    notice: (n: number) => new RegExp(`^${n} Fotos? von Gästen warte[nt]`),
    look: 'Ansehen',
    enlarge: (n: number) => `sample${n}.jpg vergrößern`,
    accept: (n: number) => `sample${n}.jpg annehmen`,
    decline: (n: number) => `sample${n}.jpg ablehnen`,
    acceptAll: /^\d Foto annehmen$/,
    yes: 'Ablehnen',
    accepted: '1 Foto ist jetzt in der Galerie.',
    declined: '1 Foto wurde gelöscht.',
    none: 'Es warten keine Fotos',
    seenBy: 'Auch über den Link „Press“ (ohne Passwort) zu sehen. Auch öffentlich zu sehen.',
  },
} as const;

async function newCollectingGallery(): Promise<{ id: string; token: string; photographer: TestUser }> {
  const photographer = await newUser('photographer');
  const { id } = await newGallery({ photographer, event: await newEvent([await newClub()]) });
  const { token } = await expectSuccess(
    photographer.call<{ token: string }>('POST', `/galleries/${id}/links`, { collects: true }),
  );
  return { id, token, photographer };
}

for (const language of languages) {
  const t = words[language];
  const context = (browser: { newContext: (options: object) => Promise<BrowserContext> }) =>
    browser.newContext({ locale: language, viewport: viewports.phone, reducedMotion: 'reduce' });
  /** @param before how many were sent before */
  const sendOne = async (guest: Page, photo: string, before: number): Promise<void> => {
    await guest.getByTestId('upload-files').setInputFiles(photo);
    await guest.getByRole('button', { name: t.send }).click();
    await expect(guest.getByText(t.waiting)).toHaveCount(before + 1, { timeout: 60_000 });
  };

  test(`an open gallery says how many photos of guests wait, as they come and go (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const { id, token, photographer } = await newCollectingGallery();
    const editing = await context(browser);
    await signInAs(editing, photographer, language);
    const editor = await editing.newPage();
    await editor.goto(`/gallery/${id}`);
    await expect(editor.getByRole('heading', { level: 1 })).toBeVisible();
    const guest = await (await context(browser)).newPage();
    await guest.goto(`/gallery/shared/${token}/send`);
    for (const [before, photo] of samplePhotos.slice(0, 2).entries()) {
      await sendOne(guest, photo, before);
      await expect(editor.getByText(t.notice(before + 1))).toBeVisible();
    }
    await expectAccessible(editor);
    await expectFitsWidth(editor);
    await look(editor, `notice-live-${language}`);
    const dashboard = await editing.newPage();
    await dashboard.goto('/');
    await expect(dashboard.getByText(t.notice(2))).toBeVisible();
    await expectFitsWidth(dashboard);
    await lookEverywhere(dashboard, `waiting-guest-photos-${language}`);
    await dashboard.getByText(t.notice(2)).click();
    await expect(dashboard).toHaveURL(new RegExp(`/gallery/${id}/guest-photos$`));
    await dashboard.close();
    for (const left of [1, 0]) {
      await guest.getByRole('button', { name: t.remove }).first().click();
      await guest.getByRole('dialog').getByRole('button', { name: t.confirm }).click();
      await expect(guest.getByText(t.waiting)).toHaveCount(left);
      await expect(editor.getByText(t.notice(left))).toHaveCount(left);
    }
    await expect(editor.getByRole('link', { name: t.look })).toHaveCount(0);
  });

  test(`after a decision the focus is on the next photo, at the end on the heading (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const { id, token, photographer } = await newCollectingGallery();
    const guest = await (await context(browser)).newPage();
    await guest.goto(`/gallery/shared/${token}/send`);
    for (const [before, photo] of samplePhotos.slice(0, 4).entries()) await sendOne(guest, photo, before);
    const editing = await context(browser);
    await signInAs(editing, photographer, language);
    const page = await editing.newPage();
    await expectSuccess(photographer.call('POST', `/galleries/${id}/links`, { name: 'Press' }));
    await page.goto(`/gallery/${id}/guest-photos`);
    await expect(page.getByText(t.seenBy, { exact: true })).toBeVisible();
    await lookEverywhere(page, `review-seen-${language}`);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const said = (text: string) => expect(page.getByRole('status').getByText(text).last()).toBeVisible();

    await button(t.accept(2)).press('Enter');
    await expect(button(t.enlarge(3))).toBeFocused();
    await said(`${t.accepted} ${t.seenBy}`);
    await look(page, `review-next-${language}`);
    await button(t.decline(1)).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: t.yes }).press('Enter');
    await expect(button(t.enlarge(1))).toHaveCount(0);
    await expect(button(t.enlarge(3))).toBeFocused();
    await said(t.declined);
    // The last one of the list: none follows, so the one before it.
    await button(t.accept(4)).press('Enter');
    await expect(button(t.enlarge(3))).toBeFocused();
    await button(t.acceptAll).press('Enter');
    await expect(page.getByRole('heading', { name: t.none })).toBeFocused();
    await expectAccessible(page);
    await look(page, `review-none-${language}`);
  });
}
