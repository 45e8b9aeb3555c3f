import { UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useHasMyPhotos } from '#client/features/faces/my-photos/api/family-status.ts';
import { IconDots } from '#client/icons/dots.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './bottom-bar.module.css';
import { isActive, phoneNavigation } from './navigation-items.ts';

const MoreDrawer = lazyPart(() =>
  import('./more-drawer.tsx').then((module) => ({ default: module.MoreDrawer })),
);

/** The navigation on phones: four main items, and a drawer with the rest. */
export function BottomBar({ user }: { user: User }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const hasMyPhotos = useHasMyPhotos();
  const [open, setOpen] = useState<boolean>();
  return (
    <nav className={classes.bar} data-sticky-bar="end" aria-label={t('shell.navigation')}>
      {phoneNavigation(user, hasMyPhotos).bar.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className={classes.item}
          {...(isActive(item, pathname) ? { 'data-active': true, 'aria-current': 'page' as const } : {})}
        >
          <item.icon size={22} stroke={1.7} />
          <span>{t(`shell.nav.${item.label}`)}</span>
        </Link>
      ))}
      <UnstyledButton className={classes.item} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <IconDots size={22} stroke={1.7} />
        <span>{t('shell.more')}</span>
      </UnstyledButton>
      {open !== undefined && (
        <Suspense>
          <MoreDrawer user={user} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
