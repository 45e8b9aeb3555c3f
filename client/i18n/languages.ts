import type { LanguageCode } from '#server/contract/languages.ts';

/** The languages offered. Right-to-left languages are recognised already: a new language needs only its file. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const satisfies { code: LanguageCode; name: string }[];

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
