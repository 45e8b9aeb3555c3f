import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsFor } from '#client/lib/format.ts';
import { regionalLanguage } from '#client/lib/regional-language.ts';
import { fallbackLanguage } from '#server/contract/languages.ts';

const made = new Map<string, Formats>();

export function useFormat(): Formats {
  const { i18n } = useTranslation();
  const language = regionalLanguage(i18n.resolvedLanguage ?? fallbackLanguage);
  return useMemo(() => {
    const formats = made.get(language) ?? formatsFor(language);
    made.set(language, formats);
    return formats;
  }, [language]);
}
