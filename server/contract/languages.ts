/** The languages of pages and mails. */
export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];
