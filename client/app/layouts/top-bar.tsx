import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '#client/components/ui/elements/logo.tsx';
import { ThemeButton } from '#client/components/ui/elements/theme-button.tsx';
import { LanguageMenu } from '#client/components/ui/overlays/language-menu.tsx';
import { NotificationsButton } from '#client/features/accounts/notifications/components/notifications-button.tsx';
import { IconSettings } from '#client/icons/settings.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

export function TopBar({ user }: { user: User }) {
  const { t } = useTranslation();
  const name = useInstallationName();
  return (
    <header className={classes.bar} data-sticky-bar="start">
      <Link to="/" className={classes.home} aria-label={name}>
        <LogoMark size={26} />
      </Link>
      <div className={classes.tools}>
        <LanguageMenu />
        <ThemeButton />
        <NotificationsButton />
        <ActionIcon
          title={t('shell.settings')}
          component={Link}
          to="/settings"
          className={classes.settings}
          aria-label={t('shell.settings')}
        >
          <IconSettings size={20} stroke={1.6} />
        </ActionIcon>
        <UserMenu user={user} />
      </div>
    </header>
  );
}
