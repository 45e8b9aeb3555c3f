import { expect, test } from 'vitest';
import { directionOf, languages } from '#client/i18n/languages.ts';

test('right-to-left languages are known, but none is offered', () => {
  for (const language of ['ar', 'he', 'fa', 'ur', 'ar-EG'])
    expect(directionOf(language), language).toBe('rtl');
  for (const { code } of languages) expect(directionOf(code)).toBe('ltr');
  expect(languages.map(({ code }) => code)).toEqual(['en', 'de']);
});
