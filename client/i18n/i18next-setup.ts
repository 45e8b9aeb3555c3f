import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { isolate } from '#client/lib/isolate.ts';
import { localData, tabData } from '#client/lib/site-storage.ts';
import { fallbackLanguage } from '#server/contract/languages.ts';
import { languageFiles, languagesWithTexts, type Namespace } from './download-texts.ts';
import type en from './en.json';
import { directionOf } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const savedKey = 'language';

const detector = new LanguageDetector();
detector.addDetector({ name: 'savedChoice', lookup: () => localData.getItem(savedKey) ?? undefined });
// The library's own detectors of these places ask only once whether the browser blocks them.
const libraryKey = 'i18nextLng';
detector.addDetector({ name: 'localData', lookup: () => localData.getItem(libraryKey) ?? undefined });
detector.addDetector({ name: 'tabData', lookup: () => tabData.getItem(libraryKey) ?? undefined });

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
});

/** Resolves once texts are loaded: those of the detected language, or English if they cannot be downloaded. */
export async function startTranslations(): Promise<void> {
  await i18next
    .use(languageFiles)
    .use(detector)
    .use(initReactI18next)
    .init({
      // A test proves that every language is complete, so German readers do not download English as a fallback.
      fallbackLng: (code) =>
        code && languagesWithTexts.some((language) => code.startsWith(language)) ? [] : [fallbackLanguage],
      // Texts of the first visit are in the file `translation`, all others in `more` (first-sections.ts). `t` looks into both;
      // `more` is downloaded with the first screen that needs it.
      fallbackNS: 'more' satisfies Namespace,
      supportedLngs: languagesWithTexts,
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      maxRetries: 5,
      retryTimeout: 350,
      // React escapes; what is put into a text is set apart where it is of the other writing direction.
      interpolation: { escapeValue: true, escape: isolate },
      detection: {
        order: ['savedChoice', 'querystring', 'cookie', 'localData', 'tabData', 'navigator', 'htmlTag'],
        caches: [],
      },
    });
  // The page keeps its loading screen until texts are loaded.
  while (!i18next.hasResourceBundle(i18next.resolvedLanguage ?? fallbackLanguage, 'translation'))
    if (await loaded(fallbackLanguage)) await i18next.changeLanguage(fallbackLanguage);
}

/** Downloads the texts of a language in up to five tries; false: they could not be downloaded. */
async function loaded(language: string): Promise<boolean> {
  const namespaces: Namespace[] = needsAll ? ['translation', 'more'] : ['translation'];
  for (const namespace of namespaces)
    if (!i18next.hasResourceBundle(language, namespace)) await i18next.reloadResources(language, namespace);
  return namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));
}

/** Whether a screen has been opened that shows more than the texts of the first visit. */
let needsAll = false;

/** Loads a part that shows more than the texts of the first visit, with all texts. Throws Error where these could not be downloaded. */
export async function withAllTexts<T>(load: () => Promise<T>): Promise<T> {
  needsAll = true;
  const [part, areLoaded] = await Promise.all([load(), loaded(i18next.resolvedLanguage ?? fallbackLanguage)]);
  if (!areLoaded) throw new Error('texts could not be downloaded');
  return part;
}

let wanted: string | undefined;

/** Switches to the language once its texts are loaded; false: they could not be downloaded, the language stays. */
export async function changeLanguage(language: string): Promise<boolean> {
  wanted = language;
  if (!(await loaded(language))) return false;
  // The user may have chosen another language during the download.
  if (wanted !== language) return true;
  localData.setItem(savedKey, language);
  await i18next.changeLanguage(language);
  return true;
}
