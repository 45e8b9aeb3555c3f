import addresses from 'virtual:text-files';
import type { BackendModule } from 'i18next';

export type Namespace = keyof typeof addresses;

/** The languages that have a file of texts. */
export const languagesWithTexts = Object.keys(addresses.translation);

/**
 * Downloads the texts of one language, those of the first visit or the others. It uses fetch instead of import(): browsers cache a failed module import and never
 * request it again, so a retry would fail.
 */
async function download(address: string): Promise<object> {
  const response = await fetch(address);
  if (response.status === 404) window.dispatchEvent(new Event('vite:preloadError'));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as object;
}

/** The i18next backend: downloads only the language in use. */
export const languageFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const address = addresses[namespace as Namespace][language];
    if (!address) return done(null, {});
    download(address).then(
      (texts) => done(null, texts as never),
      // `true` as second argument makes i18next retry (see maxRetries).
      (error: Error) => done(error, true),
    );
  },
};
