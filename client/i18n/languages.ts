/** The languages on offer. Right-to-left ones are recognised, so that adding one is adding its file. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
