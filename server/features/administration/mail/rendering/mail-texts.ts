import { createInstance } from 'i18next';
import { fallbackLanguage, type LanguageCode, languageCodes } from '#server/contract/languages.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts = createInstance();
void texts.init({
  lng: fallbackLanguage,
  fallbackLng: false,
  supportedLngs: languageCodes,
  initAsync: false,
  interpolation: { escapeValue: false }, // render-mail.ts escapes for HTML
  resources: { en: { translation: en }, de: { translation: de } },
});

export type MailText = (key: string, params?: Record<string, string | number>) => string;

/**
 * The texts of mails in one language, for an installation of this name. An unknown key is a mistake of ours and
 * throws.
 */
export function mailTexts(language: LanguageCode, installation: string): MailText {
  const t = texts.getFixedT(language) as unknown as MailText;
  return (key, params = {}) => {
    const text = t(key, { installation, ...params });
    if (text === key) throw new Error(`No text ${key} in ${language}`);
    return text;
  };
}
