/** The languages offered. Right-to-left languages are recognised already: a new language needs only its file. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
