import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHasMyPhotos } from '#client/features/faces/my-photos/api/family-status.ts';
import { useReturnFocus } from '#client/hooks/use-return-focus.ts';
import { IconSettings } from '#client/icons/settings.ts';
import { IconUserCircle } from '#client/icons/user-circle.ts';
import { buildLabel } from '#client/lib/build-label.ts';
import { useOverlay } from '#client/lib/close-topmost-overlay.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './bottom-bar.module.css';
import { navigationFor, phoneNavigation } from './navigation-items.ts';

interface MoreDrawerProps {
  user: User;
  open: boolean;
  onClose: () => void;
}

export function MoreDrawer({ user, open, onClose }: MoreDrawerProps) {
  const { t } = useTranslation();
  useReturnFocus(open);
  useOverlay(open, onClose);
  const hasMyPhotos = useHasMyPhotos();
  const rest = [...phoneNavigation(user, hasMyPhotos).more, ...navigationFor(user, hasMyPhotos).slice(1)];
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      position="bottom"
      size="auto"
      radius="lg"
      classNames={{ inner: classes.sheetPlace, content: classes.sheet }}
      title={t('shell.more')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {rest.map((group) => (
        <div key={group.label}>
          <p className={classes.heading}>{t(`shell.groups.${group.label}`)}</p>
          {group.items.map((item) => (
            <Link key={item.to} to={item.to} className={classes.row} onClick={onClose}>
              <item.icon size={22} stroke={1.6} />
              {t(`shell.nav.${item.label}`)}
            </Link>
          ))}
        </div>
      ))}
      <p className={classes.heading}>{t('shell.groups.account')}</p>
      <Link to="/profile" className={classes.row} onClick={onClose}>
        <IconUserCircle size={22} stroke={1.6} />
        {t('shell.profile')}
      </Link>
      <Link to="/settings" className={classes.row} onClick={onClose}>
        <IconSettings size={22} stroke={1.6} />
        {t('shell.settings')}
      </Link>
      <p className={classes.build}>{buildLabel}</p>
    </Drawer>
  );
}
