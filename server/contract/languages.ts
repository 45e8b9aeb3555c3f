/** The languages of pages and mails. */
export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];
/** For readers of whom no other language is known. */
export const fallbackLanguage = 'en' satisfies LanguageCode;
