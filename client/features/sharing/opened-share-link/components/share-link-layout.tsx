import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#client/components/ui/elements/logo.tsx';
import { ThemeButton } from '#client/components/ui/elements/theme-button.tsx';
import { MissingParts } from '#client/components/ui/feedback/missing-parts.tsx';
import { OfflineBanner } from '#client/components/ui/feedback/offline-banner.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { LanguageMenu } from '#client/components/ui/overlays/language-menu.tsx';
import type { Icon } from '#client/icons/icon.tsx';
import { useInstallationName } from '#client/lib/installation-name.ts';
import classes from './share-link-layout.module.css';

/** Asked for after the photos, whose first call has begun before any script. */
const LegalLinks = lazyPart(() =>
  import('#client/components/ui/elements/legal-links.tsx').then((m) => ({ default: m.LegalLinks })),
);

/** The layout of a shared gallery, without navigation. */
export function ShareLinkLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const installation = useInstallationName();
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <Logo />
        <div className={classes.tools}>
          <LanguageMenu />
          <ThemeButton />
        </div>
      </header>
      <OfflineBanner />
      <MissingParts />
      <main className={classes.content}>{children}</main>
      <footer className={classes.foot}>
        <span>{t('shared.foot', { installation })}</span>
        <Suspense>
          <span>
            <LegalLinks />
          </span>
        </Suspense>
      </footer>
    </div>
  );
}

interface SharedCardProps {
  icon: Icon;
  title: string;
  text: string;
  alert?: boolean;
  children?: ReactNode;
}

/** One card in the middle of the page: the password prompt or an error. */
export function SharedCard({ icon: Mark, title, text, alert = false, children }: SharedCardProps) {
  return (
    <section className={classes.card} role={alert ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Mark size={26} stroke={1.6} aria-hidden="true" />
      </span>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
