import { useTranslation } from 'react-i18next';
import { languages } from '#client/i18n/languages.ts';
import { fallbackLanguage, type LanguageCode } from '#server/contract/languages.ts';

/** The language of the interface, as the server knows it. */
export function useLanguageCode(): LanguageCode {
  const { i18n } = useTranslation();
  return languages.find(({ code }) => code === i18n.resolvedLanguage)?.code ?? fallbackLanguage;
}
