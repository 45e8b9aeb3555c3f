import { expect } from '@playwright/test';
import { addDays } from '#server/contract/calendar-dates.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { look, lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newClub } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/** The people of a club as an administrator keeps them on a phone. */

test.use({ viewport: viewports.phone, hasTouch: true, isMobile: true });

const words = {
  en: {
    person: 'Add a person',
    add: 'Add',
    first: 'First name',
    born: 'Date of birth',
    future: 'The day cannot be in the future',
    family: 'Guardians and consent of Mia',
    until: 'Valid until',
    note: 'Note',
    recorded: /^Entered on .* by Admin\./,
    delete: 'Delete Mia',
    same: 'There are 2 people called Mia here.',
    find: 'Finding photos',
    yes: 'Yes',
    write: 'Save',
    past: 'The day cannot be in the past',
    remove: 'Remove Finding photos: yes',
    after: 'Nobody has answered then.',
    outside: 'Showing photos outside the club',
    no: 'No',
    why: 'on paper; the strictest answer counts',
    confirm: 'Remove',
    removed: 'The entry was removed.',
    discard: 'Discard changes?',
  },
  de: {
    person: 'Person hinzufügen',
    add: 'Hinzufügen',
    first: 'Vorname',
    born: 'Geburtsdatum',
    future: 'Der Tag darf nicht in der Zukunft liegen',
    family: 'Sorgeberechtigte und Einwilligung von Mia',
    until: 'Gültig bis',
    note: 'Notiz',
    recorded: /^Erfasst am .* von Admin\./,
    delete: 'Mia löschen',
    same: 'Hier gibt es 2 Personen namens Mia.',
    find: 'Fotos finden',
    yes: 'Ja',
    write: 'Speichern',
    past: 'Der Tag darf nicht in der Vergangenheit liegen',
    remove: 'Fotos finden: ja entfernen',
    after: 'Dann hat niemand geantwortet.',
    outside: 'Fotos außerhalb des Vereins zeigen',
    no: 'Nein',
    why: 'auf Papier; die strengste Antwort gilt',
    confirm: 'Entfernen',
    removed: 'Der Eintrag wurde entfernt.',
    discard: 'Änderungen verwerfen?',
  },
} as const;

for (const language of languages)
  test(`dates that cannot be are refused at their field, and back closes the dialog (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = words[language];
    const club = await newClub();
    await signInAs(context, await adminUser(), language);
    const today = new Date().toISOString().slice(0, 10);
    await page.goto(`/clubs/${club.id}/manage`);
    await page.getByRole('tab').nth(3).click();
    const dialog = page.getByRole('dialog', { name: say.person });
    const ask = page.getByRole('dialog', { name: say.discard });
    const first = dialog.getByLabel(say.first);
    await page.getByRole('button', { name: say.person }).click();
    await first.fill('Mia');
    await page.goBack();
    await expect(ask).toBeVisible();
    await page.goBack();
    await expect(ask).toHaveCount(0);
    await expect(first).toHaveValue('Mia');
    await dialog.getByLabel(say.born).fill(addDays(today, 2));
    await dialog.getByRole('button', { name: say.add }).click();
    await expect(dialog.getByText(say.future)).toBeVisible();
    await look(page, `person-${language}`);
    await dialog.getByLabel(say.born).fill(addDays(today, -2_000));
    await dialog.getByRole('button', { name: say.add }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: say.family }).click();
    const family = page.getByRole('dialog', { name: 'Mia' });
    await family.getByRole('radiogroup', { name: say.find }).getByText(say.yes, { exact: true }).click();
    await family.getByRole('radiogroup', { name: say.outside }).getByText(say.no, { exact: true }).click();
    await family.getByLabel(say.until).fill(addDays(today, -2));
    await family.getByRole('button', { name: say.write, exact: true }).click();
    await expect(family.getByText(say.past)).toBeVisible();
    await look(page, `paper-${language}`);
    await family.getByLabel(say.until).fill('');
    await family.getByLabel(say.note).fill('Folder 3');
    await family.getByRole('button', { name: say.write, exact: true }).click();
    await expect(family.getByText(say.recorded)).toBeVisible();
    await expect(family.getByText('Folder 3')).toHaveCount(1);
    await expect(family.getByText(say.why)).toBeVisible();
    await lookEverywhere(page, `paper-note-${language}`);
    await page.setViewportSize(viewports.phone);

    // It was mistyped.
    await family.getByRole('button', { name: say.remove }).click();
    const removal = page.getByRole('dialog').filter({ hasText: say.after });
    await expect(removal).toBeVisible();
    await lookEverywhere(page, `paper-remove-${language}`);
    await page.setViewportSize(viewports.phone);
    await removal.getByRole('button', { name: say.confirm, exact: true }).click();
    await expect(page.getByText(say.removed)).toBeVisible();
    await expect(family.getByRole('button', { name: say.remove })).toHaveCount(0);
    await expect(family.getByText('Folder 3')).toBeVisible();
    await page.goBack();
    await expect(family).toHaveCount(0);

    const again = await adminUser();
    await expectSuccess(again.call('POST', `/clubs/${club.id}/people`, { first_name: 'Mia' }));
    await page.reload();
    await page.getByRole('button', { name: say.delete }).first().click();
    const erase = page.getByRole('dialog');
    await expect(erase.getByText(say.same)).toBeVisible();
    await expect(erase.getByText(say.same)).toContainText(
      /geboren am|born on|ohne Geburtsdatum|no date of birth/,
    );
    await lookEverywhere(page, `same-name-${language}`);
  });
