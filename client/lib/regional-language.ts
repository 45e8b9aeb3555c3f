/**
 * The language tag by which dates and numbers are written: for `en` in a browser of London `en-GB`, as far as the browser names
 * a region of the chosen language.
 */
export const regionalLanguage = (language: string): string =>
  navigator.languages.find((own) => own.split('-')[0] === language) ?? language;
