import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsFor } from './format.ts';

const made = new Map<string, Formats>();

/** English for a reader in London: the browser's own region, if it is one of the chosen language. */
function regional(language: string): string {
  return navigator.languages.find((own) => own.split('-')[0] === language) ?? language;
}

export function useFormat(): Formats {
  const { i18n } = useTranslation();
  const language = regional(i18n.resolvedLanguage ?? 'en');
  return useMemo(() => {
    const formats = made.get(language) ?? formatsFor(language);
    made.set(language, formats);
    return formats;
  }, [language]);
}
