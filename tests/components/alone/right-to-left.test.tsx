import { useDirection } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../support/fake-server.ts';

/** None is offered yet: the English texts stand in for those of a language with a file of its own. */
vi.mock('virtual:text-files', async (load) => {
  const { default: addresses } = await load<typeof import('virtual:text-files')>();
  const withArabic = (files: Record<string, string>) => ({ ...files, ar: files.en ?? '' });
  return { default: { translation: withArabic(addresses.translation), more: withArabic(addresses.more) } };
});

// The preparation of every test has loaded them without.
vi.resetModules();
const { changeLanguage, startTranslations } = await import('#client/i18n/i18next-setup.ts');
const { Providers } = await import('#client/app/providers.tsx');

const direction = () => document.documentElement.dir;

beforeEach(async () => {
  localStorage.clear();
  startFakeServer();
  window.history.pushState({}, '', '/');
  await startTranslations();
  expect(direction()).toBe('ltr');
});

const ways = {
  'the address': () => window.history.pushState({}, '', '/?lng=ar'),
  'the choice of the last visit': () => localStorage.setItem('language', 'ar'),
};

for (const [way, ask] of Object.entries(ways))
  test(`${way} turns the page around for a language from right to left`, async () => {
    ask();
    await startTranslations();
    expect(direction()).toBe('rtl');
    expect(document.documentElement.lang).toBe('ar');
  });

test('components turn around when such a language is chosen, and back', async () => {
  const Direction = () => <p>{useDirection().dir}</p>;
  render(<Direction />, { wrapper: Providers });
  expect(screen.getByText('ltr')).toBeVisible();
  await act(() => changeLanguage('ar'));
  expect(await screen.findByText('rtl')).toBeVisible();
  await act(() => changeLanguage('en'));
  expect(await screen.findByText('ltr')).toBeVisible();
});
