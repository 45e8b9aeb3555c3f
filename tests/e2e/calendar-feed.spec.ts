import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { languages } from '#tests/support/thoroughness.ts';
import { signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { join, newClub, newEvent, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

const texts = {
  en: {
    title: 'Calendar',
    create: 'Make an address',
    address: 'Address for your calendar',
    warning: /^Anybody with this address sees/,
    open: 'Open in the calendar',
    replace: 'Replace',
    replaced: 'There is a new address. The old one no longer works.',
    remove: 'Remove',
    removed: 'The address was removed.',
  },
  de: {
    title: 'Kalender',
    create: 'Adresse erstellen',
    address: 'Adresse für Ihren Kalender',
    warning: /^Wer diese Adresse hat, sieht/,
    open: 'Im Kalender öffnen',
    replace: 'Ersetzen',
    replaced: 'Es gibt eine neue Adresse. Die alte gilt nicht mehr.',
    remove: 'Entfernen',
    removed: 'Die Adresse wurde entfernt.',
  },
} as const;

for (const language of languages)
  test(`a member takes the club's events into a calendar, replaces the address and removes it (${language})`, async ({
    page,
    context,
    request,
  }) => {
    const t = texts[language];
    const member = await newUser();
    const club = await newClub();
    await join(club, member, true);
    const event = await newEvent([club]);
    await signInAs(context, member, language);
    await page.setViewportSize(viewports.phone);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: t.title })).toBeVisible();
    const address = page.getByRole('textbox', { name: t.address });
    await page.getByRole('button', { name: t.create }).click();
    await expect(page.getByText(t.warning)).toBeVisible();
    const first = await address.inputValue();
    await expect(page.getByRole('link', { name: t.open })).toHaveAttribute(
      'href',
      first.replace('http:', 'webcal:'),
    );
    expect(await (await request.get(first)).text()).toContain(`SUMMARY:${event.name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);

    await page.getByRole('button', { name: t.replace }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.replace }).click();
    await toast(page, t.replaced);
    await expect(address).not.toHaveValue(first);
    expect((await request.get(first)).status()).toBe(404);
    await page.reload();
    const second = await address.inputValue();
    expect((await request.get(second)).status()).toBe(200);

    await page.getByRole('button', { name: t.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.remove }).click();
    await toast(page, t.removed);
    await expect(page.getByRole('button', { name: t.create })).toBeVisible();
    expect((await request.get(second)).status()).toBe(404);
  });
