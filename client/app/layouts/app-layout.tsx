import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MissingParts } from '#client/components/ui/feedback/missing-parts.tsx';
import { OfflineBanner } from '#client/components/ui/feedback/offline-banner.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { UpdateBanner } from '#client/components/ui/feedback/update-banner.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { OpenKeyboardShortcuts } from '#client/features/platform/keyboard-shortcuts/components/open-keyboard-shortcuts.tsx';
import { useSaveLanguage } from '#client/hooks/use-save-language.ts';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { useSession } from '#client/lib/session.ts';
import { useHasUploads } from '#client/lib/upload/queue.ts';
import classes from './app-layout.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const UploadTray = lazyPart(() =>
  withAllTexts(() => import('#client/features/galleries/photos/components/upload-tray.tsx')).then((m) => ({
    default: m.UploadTray,
  })),
);

const PasswordBanner = lazyPart(() =>
  import('#client/features/accounts/users/components/password-banner.tsx').then((m) => ({
    default: m.PasswordBanner,
  })),
);

const FactorsBanner = lazyPart(() =>
  withAllTexts(() => import('#client/features/accounts/users/components/factors-banner.tsx')).then((m) => ({
    default: m.FactorsBanner,
  })),
);

/** The layout around every screen of a signed-in user. */
export function AppLayout() {
  const { t } = useTranslation();
  const { user } = useSession();
  const hasUploads = useHasUploads();
  useSaveLanguage();
  const tablet = useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false });
  const [folded, setFolded] = useLocalStorage<boolean | undefined>({
    key: 'sidebar-collapsed',
    getInitialValueInEffect: false,
  });
  // Collapsed by default on tablets, until the user chooses.
  const collapsed = folded ?? Boolean(tablet);
  if (!user) return null;
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a href="#content" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <Sidebar user={user} collapsed={collapsed} onCollapse={setFolded} />
      <div className={classes.column}>
        <TopBar user={user} />
        <OfflineBanner />
        <UpdateBanner />
        <MissingParts />
        {/* Reserves the space of the banner while it is downloaded, so that nothing moves. */}
        {user.must_change_password && (
          <Suspense fallback={<div className={classes.bannerPlace} />}>
            <PasswordBanner />
          </Suspense>
        )}
        <Suspense>
          {user.factors_removed_at && <FactorsBanner removedAt={user.factors_removed_at} />}
        </Suspense>
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar user={user} />
      <OpenKeyboardShortcuts />
      {/* Fetched with the dialog, which shows nothing of it: files may be chosen without a connection. */}
      <Suspense>{hasUploads && <UploadTray />}</Suspense>
    </div>
  );
}
