import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newClub, newUser, unique } from './support/test-data.ts';

for (const language of languages)
  test(`a refused past date can be allowed, or asked for, and clubs of one name are told apart (${language})`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser }) => {
    const words = JSON.parse(
      readFileSync(new URL(`../../client/i18n/${language}.json`, import.meta.url), 'utf8'),
    );
    const name = unique('TSV Twin');
    const clubs = [await newClub(name), await newClub(name)];
    for (const [i, club] of clubs.entries())
      await expectSuccess((await adminUser()).call('PUT', `/clubs/${club.id}`, { description: `Town ${i}` }));
    for (const who of [await adminUser(), await newUser('photographer')]) {
      const context = await browser.newContext();
      await signInAs(context, who, language);
      const page = await context.newPage();
      await page.goto('/events?new=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.events.date).fill('2020-02-03');
      await dialog.getByRole('button', { name: words.events.create }).click();
      await expect(dialog.getByText(words.validation['The date cannot be in the past'])).toBeVisible();
      const allow = dialog.getByRole('switch', { name: words.events.past_allow });
      const isAdmin = who.username === 'admin';
      await expect(allow).toHaveCount(isAdmin ? 1 : 0);
      await expect(dialog.getByRole('button', { name: words.events.past_ask })).toHaveCount(isAdmin ? 0 : 1);
      await dialog.getByRole('combobox', { name: words.events.participating_clubs }).fill(name);
      for (const town of ['Town 0', 'Town 1'])
        await expect(page.getByRole('option', { name: `${name} (${town})` })).toBeVisible();
      await lookEverywhere(page, `past-date-${isAdmin ? 'admin' : 'photographer'}-${language}`);
      await context.close();
    }
  });
