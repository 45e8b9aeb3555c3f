import { type BrowserContext, expect, type Page } from '@playwright/test';
import { languages } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
  samplePhotos,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const words = {
  en: {
    share: 'Share links',
    create: 'Create link',
    options: 'Options',
    collect: 'Collect photos',
    made: /^The link was created/,
    collects: 'Collects photos from guests and shows none',
    heading: /^Send photos to /,
    first: 'An editor looks at each photo first. Until then nobody else sees it.',
    name: 'Your name (optional)',
    send: /^Send \d photos?$/,
    progress: /uploaded|^Waiting$/,
    thanks: 'Thank you! 3 photos have arrived.',
    own: 'Your photos',
    waiting: 'Waits for an editor',
    accepted: 'Accepted',
    remove: /^Delete sample/,
    confirm: 'Delete',
    deleted: 'The photo was deleted.',
    notice: /^2 photos from guests wait/,
    look: 'Look at them',
    from: 'From Oma Berg',
    accept: /^Accept sample/,
    decline: /^Decline sample/,
    yes: 'Decline',
    none: 'No photos wait',
  },
  de: {
    share: 'Freigabe-Links',
    create: 'Link anlegen',
    options: 'Optionen',
    collect: 'Fotos sammeln',
    made: /^Der Link wurde angelegt/,
    collects: 'Sammelt Fotos von Gästen und zeigt keine',
    heading: /^Fotos für .* senden$/,
    first: 'Jedes Foto wird erst angesehen. Bis dahin sieht es niemand sonst.',
    name: 'Ihr Name (freiwillig)',
    send: /^\d Fotos? senden$/,
    progress: /hochgeladen|^Wartet$/,
    thanks: 'Danke! 3 Fotos sind angekommen.',
    own: 'Ihre Fotos',
    waiting: 'Wartet auf die Durchsicht',
    accepted: 'Angenommen',
    remove: /^sample.* löschen$/,
    confirm: 'Löschen',
    deleted: 'Das Foto wurde gelöscht.',
    notice: /^2 Fotos von Gästen warten/,
    look: 'Ansehen',
    from: 'Von Oma Berg',
    accept: /^sample.* annehmen$/,
    decline: /^sample.* ablehnen$/,
    yes: 'Ablehnen',
    none: 'Es warten keine Fotos',
  },
} as const;

const own = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) });

for (const language of languages)
  test(`guests send photos by a link, an editor accepts one and declines the other (${language})`, async ({
    browser,
  }) => {
    const t = words[language];
    const photographer = await newUser('photographer');
    const member = await newUser();
    const club = await newClub();
    await join(club, member, true);
    const gallery = await newGallery({ photographer, event: await newEvent([club]) });
    const context = (): Promise<BrowserContext> =>
      browser.newContext({ locale: language, viewport: viewports.phone, reducedMotion: 'reduce' });
    const editing = await context();
    await signInAs(editing, photographer, language);
    const editor = await editing.newPage();
    let token = '';

    await test.step('the photographer makes the link', async () => {
      await editor.goto(`/gallery/${gallery.id}`);
      await expect(editor.getByText(t.notice)).toHaveCount(0);
      await editor.goto(`/admin/gallery/${gallery.id}/manage`);
      await editor.getByRole('button', { name: t.share }).click();
      const dialog = editor.getByRole('dialog');
      await dialog.getByRole('button', { name: t.options }).click();
      await dialog.getByRole('radio', { name: t.collect }).click();
      await lookEverywhere(editor, `link-${language}`);
      await expectAccessible(editor);
      await dialog.getByRole('button', { name: t.create }).click();
      await expect(editor.getByText(t.made)).toBeVisible();
      await expect(dialog.getByText(t.collects)).toBeVisible();
      await look(editor, `links-${language}`);
      const { links } = await expectSuccess(
        photographer.call<{ links: { token: string }[] }>('GET', `/galleries/${gallery.id}/links`),
      );
      token = links[0]!.token;
    });

    const visiting = await context();
    const guest = await visiting.newPage();
    await test.step('a guest sends three photos, sees them wait, and takes one back', async () => {
      await guest.goto(`/gallery/shared/${token}/send`);
      await expect(guest.getByRole('heading', { name: t.heading })).toBeVisible();
      await expect(guest.getByText(t.first)).toBeVisible();
      await expect(own(guest, t.own)).toHaveCount(0);
      await lookEverywhere(guest, `send-empty-${language}`);
      await expectAccessible(guest);
      await guest.getByRole('textbox', { name: t.name }).fill('Oma Berg');
      await guest.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 3));
      await expect(guest.getByText('sample1.jpg')).toBeVisible();
      await expect(guest.getByText(t.progress)).toHaveCount(0);
      await look(guest, `send-chosen-${language}`);
      await guest.getByRole('button', { name: t.send }).click();
      // The server decodes each photo first.
      await expect(own(guest, t.own).getByText(t.waiting)).toHaveCount(3, { timeout: 60_000 });
      await expect(guest.getByText(t.thanks)).toBeVisible();
      await expect(own(guest, t.own).getByRole('img')).toHaveCount(3);
      await expectFitsWidth(guest);
      await expectAccessible(guest);
      await lookEverywhere(guest, `send-sent-${language}`);
      await own(guest, t.own).getByRole('button', { name: t.remove }).first().click();
      await guest.getByRole('dialog').getByRole('button', { name: t.confirm }).click();
      await expect(guest.getByText(t.deleted)).toBeVisible();
      await expect(own(guest, t.own).getByText(t.waiting)).toHaveCount(2);
    });

    await test.step('another guest and a member see nothing of it', async () => {
      const other = await (await context()).newPage();
      await other.goto(`/gallery/shared/${token}/send`);
      await expect(other.getByRole('heading', { name: t.heading })).toBeVisible();
      await other.waitForLoadState('networkidle');
      await expect(own(other, t.own)).toHaveCount(0);
      const reading = await context();
      await signInAs(reading, member, language);
      const page = await reading.newPage();
      await page.goto(`/gallery/${gallery.id}`);
      await expect(page.getByRole('heading', { name: gallery.name })).toBeVisible();
      await expect(page.getByText(t.notice)).toHaveCount(0);
      await expect(page.locator('[data-photo-index]')).toHaveCount(0);
    });

    await test.step('the photographer accepts one and declines the other', async () => {
      await editor.goto(`/gallery/${gallery.id}`);
      await expect(editor.getByText(t.notice)).toBeVisible();
      await lookEverywhere(editor, `notice-${language}`);
      await expectFitsWidth(editor);
      await editor.getByRole('link', { name: t.look }).click();
      await expect(editor.getByText(t.from)).toHaveCount(2);
      await expectFitsWidth(editor);
      await expectAccessible(editor);
      await lookEverywhere(editor, `review-${language}`);
      await editor.getByRole('button', { name: t.accept }).first().click();
      await expect(editor.getByText(t.from)).toHaveCount(1);
      await editor.getByRole('button', { name: t.decline }).first().click();
      await look(editor, `decline-${language}`);
      await editor.getByRole('dialog').getByRole('button', { name: t.yes }).click();
      await expect(editor.getByText(t.none)).toBeVisible();
      await editor.goto(`/gallery/${gallery.id}`);
      await expect(editor.locator('[data-photo-index]')).toHaveCount(1);
      await expect(editor.getByText(t.notice)).toHaveCount(0);
    });

    await test.step('the guest sees the accepted one, and cannot delete it', async () => {
      await guest.reload();
      await expect(own(guest, t.own).getByText(t.accepted, { exact: true })).toBeVisible();
      await expect(own(guest, t.own).getByText(t.waiting)).toHaveCount(0);
      await expect(own(guest, t.own).getByRole('button')).toHaveCount(0);
      await lookEverywhere(guest, `send-accepted-${language}`);
    });
  });
