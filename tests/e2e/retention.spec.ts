import { expect, type Page } from '@playwright/test';
import { addDays } from '#server/contract/calendar-dates.ts';
import { fewestDaysKept } from '#server/contract/expiry-notices.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newUser,
} from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('a gallery gets a last day on a phone, which everybody who opens it then sees', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await page.setViewportSize(viewports.phone);
  const photographer = await newUser('photographer');
  const member = await newUser();
  const club = await newClub();
  await join(club, member, true);
  const gallery = await newGallery({ photographer, event: await newEvent([club]) });
  const admin = await adminUser();

  await signInAs(context, admin, 'de');
  await page.goto(`/admin/gallery/${gallery.id}/manage`);
  await page.getByRole('button', { name: 'Aufbewahren bis …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aufbewahren bis …' });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel('Letzter Tag').fill(addDays(today, 3));
  await expect(dialog.getByText('Eine Galerie wird noch mindestens 30 Tage aufbewahrt')).toBeVisible();
  await look(page, 'kept-until-de');
  await dialog.getByLabel('Letzter Tag').fill(addDays(today, fewestDaysKept));
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Aufbewahrt bis/)).toBeVisible();
  await expectFitsWidth(page);
  await look(page, 'kept-until-saved-de');

  const reading = await context.browser()!.newContext({ viewport: viewports.phone });
  await signInAs(reading, member, 'en');
  const shown = await reading.newPage();
  await shown.goto(`/gallery/${gallery.id}`);
  await expect(shown.getByText(/^This gallery is deleted after/)).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Keep it longer' })).toHaveCount(0);
  await look(shown, 'ending-en');
  await reading.close();
});

const isFineOnAPhone = async (page: Page) => {
  await expectAccessible(page);
  await expectFitsWidth(page);
};

const linkWords = {
  en: {
    field: 'New links end at the latest after',
    never: 'No limit',
    months: '3 months',
    saved: 'The setting was saved.',
    latest: /^The link ends on .* at the latest/,
    links: 'Share links',
    create: 'Create link',
    options: 'Options',
    until: /Valid until/,
  },
  de: {
    field: 'Neue Links enden spätestens nach',
    never: 'Ohne Grenze',
    months: '3 Monaten',
    saved: 'Die Einstellung wurde gespeichert.',
    latest: /^Der Link endet spätestens am/,
    links: 'Freigabe-Links',
    create: 'Link anlegen',
    options: 'Optionen',
    until: /Gültig bis/,
  },
};

for (const language of languages)
  test(`an administrator limits how long links last, and a new link gets that day (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = linkWords[language];
    const admin = await adminUser();
    const photographer = await newUser('photographer');
    const gallery = await newGallery({ photographer, event: await newEvent([await newClub()]) });
    await page.setViewportSize(viewports.phone);
    await signInAs(context, admin, language);
    try {
      await page.goto('/admin/settings');
      const field = page.getByRole('combobox', { name: say.field });
      await expect(field).toHaveValue(say.never);
      await field.click();
      await page.getByRole('option', { name: say.months, exact: true }).click();
      await toast(page, say.saved);
      await expect(field).toHaveValue(say.months);
      // Elsewhere a choice lies half below the header, and counts as too small.
      await page.evaluate(() => scrollTo(0, 0));
      await isFineOnAPhone(page);
      await field.scrollIntoViewIfNeeded();
      await lookEverywhere(page, `link-months-${language}`);

      await page.goto(`/admin/gallery/${gallery.id}/manage`);
      await page.getByRole('button', { name: say.links }).click();
      const dialog = page.getByRole('dialog', { name: say.links });
      await dialog.getByRole('button', { name: say.options }).click();
      await expect(dialog.getByText(say.latest)).toBeVisible();
      await isFineOnAPhone(page);
      await lookEverywhere(page, `link-latest-${language}`);
      await dialog.getByRole('button', { name: say.create }).click();
      await expect(dialog.getByText(say.until)).toBeVisible();
    } finally {
      await expectSuccess(admin.call('PUT', '/settings', { link_months: null }));
    }
  });

const leftWords = {
  en: {
    field: 'Delete data of people who left, after',
    never: 'Never',
    months: '6 months',
    saved: 'The setting was saved.',
    left: (name: string) => `Departure of ${name}`,
    leftOn: 'Left on',
    keptUntil: 'Keep until',
    save: 'Save',
    noted: 'Mia Berg was saved.',
    row: /data until/,
    filters: 'Filters',
    filter: 'Left',
    only: 'People who left',
  },
  de: {
    field: 'Daten ausgetretener Mitglieder löschen nach',
    never: 'Nie',
    months: '6 Monaten',
    saved: 'Die Einstellung wurde gespeichert.',
    left: (name: string) => `Austritt von ${name}`,
    leftOn: 'Ausgetreten am',
    keptUntil: 'Aufbewahren bis',
    save: 'Speichern',
    noted: 'Mia Berg wurde gespeichert.',
    row: /Daten bis/,
    filters: 'Filter',
    filter: 'Ausgetreten',
    only: 'Nur Ausgetretene',
  },
};

for (const language of languages)
  test(`a club lets data of people who left end, and keeps somebody longer, on a phone (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = leftWords[language];
    const [admin, club] = [await adminUser(), await newClub()];
    for (const first_name of ['Mia', 'Tom'])
      await expectSuccess(admin.call('POST', `/clubs/${club.id}/people`, { first_name, last_name: 'Berg' }));
    await page.setViewportSize(viewports.phone);
    await signInAs(context, admin, language);
    await page.goto(`/clubs/${club.id}/manage?tab=people`);
    const field = page.getByRole('combobox', { name: say.field });
    await expect(field).toHaveValue(say.never);
    await expect(page.getByRole('button', { name: say.left('Mia Berg') })).toHaveCount(0);
    await field.click();
    await page.getByRole('option', { name: say.months, exact: true }).click();
    await toast(page, say.saved);
    // A row half below the header has too small buttons for axe.
    await page.evaluate(() => scrollTo(0, 0));
    await isFineOnAPhone(page);
    await field.scrollIntoViewIfNeeded();
    await lookEverywhere(page, `left-people-setting-${language}`);

    await page.getByRole('button', { name: say.left('Mia Berg') }).click();
    const dialog = page.getByRole('dialog', { name: say.left('Mia Berg') });
    const today = new Date().toISOString().slice(0, 10);
    await dialog.getByLabel(say.leftOn).fill(addDays(today, -2));
    await dialog.getByLabel(say.keptUntil).fill(addDays(today, 3));
    await dialog.getByRole('button', { name: say.save }).click();
    await expect(dialog.getByText(/30/)).toBeVisible();
    await isFineOnAPhone(page);
    await lookEverywhere(page, `departure-${language}`);
    await dialog.getByLabel(say.keptUntil).fill(addDays(today, 19_000));
    await dialog.getByRole('button', { name: say.save }).click();
    await expect(dialog.getByText(/50/)).toBeVisible();
    await dialog.getByLabel(say.keptUntil).fill(addDays(today, 400));
    await dialog.getByRole('button', { name: say.save }).click();
    await toast(page, say.noted);
    await expect(page.getByText(say.row)).toHaveCount(1);
    await page.getByRole('button', { name: say.filters, exact: true }).click();
    await page.getByRole('combobox', { name: say.filter, exact: true }).click();
    await page.getByRole('option', { name: say.only }).click();
    await expect(page.getByText('Tom Berg')).toHaveCount(0);
    await expect(page.getByText(say.row)).toBeVisible();
    await isFineOnAPhone(page);
    await lookEverywhere(page, `left-people-${language}`);
  });
