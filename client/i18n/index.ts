import i18next, { type BackendModule } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import type en from './en.json';
import { directionOf, languages } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const savedKey = 'language';

const files = import.meta.glob<object>('./*.json', { import: 'default' });

/** Only the language in use is downloaded. */
const bundledFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, done) {
    const load = files[`./${language}.json`];
    if (!load) return done(null, {});
    load().then(
      (file) => done(null, file as never),
      (error: Error) => done(error, null),
    );
  },
};

const detector = new LanguageDetector();
detector.addDetector({ name: 'savedChoice', lookup: () => localStorage.getItem(savedKey) ?? undefined });

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
});

export async function startTranslations(): Promise<void> {
  await i18next
    .use(bundledFiles)
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
}

export async function chooseLanguage(language: string): Promise<void> {
  localStorage.setItem(savedKey, language);
  await i18next.changeLanguage(language);
}
