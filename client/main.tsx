import '@fontsource-variable/inter/wght.css';
import '@fontsource/barlow-condensed/500.css';
import '@fontsource/barlow-condensed/600.css';
import '@fontsource/barlow-condensed/700.css';
import './app/mantine.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { Providers } from './app/providers.tsx';
import { createAppRouter } from './app/router.tsx';
import { startTranslations } from './i18n/i18next-setup.ts';
import { watchForNewVersion } from './lib/outdated-tab.ts';
import { preventDoubleClicks } from './lib/prevent-double-click.ts';
import { printWithLightTheme } from './lib/print-with-light-theme.ts';
import { retryPictures } from './lib/retry-pictures.ts';
import { startServiceWorker } from './lib/service-worker.ts';
import { startSession, watchSession } from './lib/session.ts';
import { persistUploads } from './lib/upload/persist-uploads.ts';

watchForNewVersion();
watchSession();
persistUploads();
preventDoubleClicks();
printWithLightTheme();
retryPictures();
void startSession();
void startServiceWorker();

// Not at the top level: scripts of screens import from this file's, and would wait for its end.
async function start(): Promise<void> {
  await startTranslations();
  const router = createAppRouter();
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <App router={router} />
        </Providers>
      </StrictMode>,
    );
}
void start();
