import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newClub, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

for (const size of ['phone', 'desktop'] as const)
  test(`filters are one press away, and what is chosen stays in sight (${size})`, async ({
    page,
    context,
  }) => {
    const club = await newClub();
    await signInAs(context, await newUser('photographer'));
    await page.setViewportSize(viewports[size]);
    await page.goto('/events');
    const fold = page.getByRole('button', { name: 'Filters', exact: true });
    const past = page.getByRole('radio', { name: 'Past' });
    const clubs = page.getByRole('combobox', { name: 'Club' });
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    // In force without anybody having chosen it.
    await expect(page.getByRole('radio', { name: 'Upcoming' })).toBeChecked();
    await expect(clubs).toHaveCount(0);
    await fold.click();
    await page.getByText('Past', { exact: true }).click();
    await clubs.fill(club.name);
    await page.getByRole('option', { name: club.name }).click();
    await expectAccessible(page);
    await lookEverywhere(page, `filters-open-${size}`);
    await page.setViewportSize(viewports[size]);
    await fold.click();
    await expect(past).toBeChecked();
    await expect(clubs).toHaveValue(club.name);
    await expect(page.getByRole('button', { name: 'Show mine' })).toBeHidden();
    await expectAccessible(page);
    await lookEverywhere(page, `filters-folded-${size}`);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL(/\/events$/);
    await expect(past).not.toBeChecked();
    await expect(clubs).toHaveCount(0);
  });
