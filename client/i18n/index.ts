import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import type en from './en.json';
import { directionOf, languages } from './languages.ts';
import { languageFiles } from './load.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const savedKey = 'language';

const detector = new LanguageDetector();
detector.addDetector({ name: 'savedChoice', lookup: () => localStorage.getItem(savedKey) ?? undefined });

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
});

/** Comes back when there are texts to show: those of the language in question, else English ones. */
export async function startTranslations(): Promise<void> {
  await i18next
    .use(languageFiles)
    .use(detector)
    .use(initReactI18next)
    .init({
      // A test holds the languages complete, so German readers need not download English as well.
      fallbackLng: (code) =>
        code && languages.some((language) => code.startsWith(language.code)) ? [] : ['en'],
      supportedLngs: languages.map((language) => language.code),
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      maxRetries: 5,
      retryTimeout: 350,
      interpolation: { escapeValue: false },
      detection: {
        order: [
          'savedChoice',
          'querystring',
          'cookie',
          'localStorage',
          'sessionStorage',
          'navigator',
          'htmlTag',
        ],
        caches: [],
      },
    });
  // Nothing is shown without texts: until they come, the page keeps its first picture.
  while (!i18next.hasResourceBundle(i18next.resolvedLanguage ?? 'en', 'translation'))
    if (await loaded('en')) await i18next.changeLanguage('en');
}

/** Whether the texts of the language are here, after up to five tries to download them. */
async function loaded(language: string): Promise<boolean> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    await i18next.reloadResources(language, 'translation');
  return i18next.hasResourceBundle(language, 'translation');
}

let wanted: string | undefined;

/** Shows the language once its texts are here; false: they could not be downloaded, and the old one stays. */
export async function changeLanguage(language: string): Promise<boolean> {
  wanted = language;
  if (!(await loaded(language))) return false;
  // Another one may have been chosen while this one came.
  if (wanted !== language) return true;
  localStorage.setItem(savedKey, language);
  await i18next.changeLanguage(language);
  return true;
}
