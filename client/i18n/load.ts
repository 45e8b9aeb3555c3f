import type { BackendModule } from 'i18next';

const addresses = import.meta.glob<string>('./*.json', { eager: true, query: '?url', import: 'default' });

/**
 * Downloads one language. By fetch and not by import(): browsers remember a module that could not be fetched and never
 * ask for it again, so that a second try would fail without a request.
 */
async function download(language: string): Promise<object> {
  const response = await fetch(addresses[`./${language}.json`] ?? '');
  if (response.status === 404) window.dispatchEvent(new Event('vite:preloadError'));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as object;
}

/** Only the language in use is downloaded. */
export const languageFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, done) {
    if (!addresses[`./${language}.json`]) return done(null, {});
    download(language).then(
      (texts) => done(null, texts as never),
      // With true as its second argument i18next tries again, as often as its options say.
      (error: Error) => done(error, true),
    );
  },
};
