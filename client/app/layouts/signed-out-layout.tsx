import { Alert } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#client/components/ui/elements/logo.tsx';
import { PlayingFieldLines } from '#client/components/ui/elements/playing-field-lines.tsx';
import { ThemeButton } from '#client/components/ui/elements/theme-button.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { LanguageMenu } from '#client/components/ui/overlays/language-menu.tsx';
import { buildLabel } from '#client/lib/build-label.ts';
import { keepsSiteData } from '#client/lib/site-storage.ts';
import classes from './signed-out-layout.module.css';

const LegalLinks = lazyPart(() =>
  import('#client/components/ui/elements/legal-links.tsx').then((m) => ({ default: m.LegalLinks })),
);

/** The layout of the sign-in pages: a headline over the lines of a playing field, and the form (that of the route) beside it. */
export function SignedOutLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const [mayKeep] = useState(keepsSiteData);
  return (
    <div className={classes.layout}>
      <div className={classes.banner}>
        <PlayingFieldLines className={classes.field} />
        <Logo />
        <p className={classes.line}>{t('signed_out.line')}</p>
        <p className={classes.sub}>{t('signed_out.sub')}</p>
      </div>
      <div className={classes.side}>
        <div className={classes.tools}>
          <LanguageMenu />
          <ThemeButton />
        </div>
        <main className={classes.form}>
          {!mayKeep && (
            <Alert color="yellow" role="status" mb="lg">
              {t('signed_out.no_site_data')}
            </Alert>
          )}
          {children}
        </main>
        <footer className={classes.foot}>
          <Suspense>
            <LegalLinks />
          </Suspense>
          <span className={classes.build}>{buildLabel}</span>
        </footer>
      </div>
    </div>
  );
}
