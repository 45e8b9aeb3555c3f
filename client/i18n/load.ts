import type { BackendModule } from 'i18next';

const addresses = import.meta.glob<string>('./*.json', { eager: true, query: '?url', import: 'default' });

/**
 * Downloads one language. It uses fetch instead of import(): browsers cache a failed module import and never
 * request it again, so a retry would fail.
 */
async function download(language: string): Promise<object> {
  const response = await fetch(addresses[`./${language}.json`] ?? '');
  if (response.status === 404) window.dispatchEvent(new Event('vite:preloadError'));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as object;
}

/** The i18next backend: downloads only the language in use. */
export const languageFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, done) {
    if (!addresses[`./${language}.json`]) return done(null, {});
    download(language).then(
      (texts) => done(null, texts as never),
      // `true` as second argument makes i18next retry (see maxRetries).
      (error: Error) => done(error, true),
    );
  },
};
