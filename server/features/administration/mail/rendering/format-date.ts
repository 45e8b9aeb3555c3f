import type { LanguageCode } from '#server/contract/languages.ts';

const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<LanguageCode, string>;

/** A date in words, as mails say it: "24 November 2026". */
export const formatDate = (language: LanguageCode, date: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long' }).format(date);
