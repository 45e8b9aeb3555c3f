import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '#client/components/ui/overlays/lazy-menu.tsx';
import type { LazyMenuState } from '#client/components/ui/overlays/use-lazy-menu.ts';
import { useLogout } from '#client/features/accounts/auth/api/logout.ts';
import { IconLogout } from '#client/icons/logout.ts';
import { IconSettings } from '#client/icons/settings.ts';
import { IconUserCircle } from '#client/icons/user-circle.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './user-menu.module.css';

/** The dropdown of the user menu. */
export function UserMenuDropdown({ user, ...state }: LazyMenuState & { user: User }) {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <LazyMenu {...state} width={264}>
      <div className={classes.who}>
        <Text fw={600} truncate>
          {user.full_name || user.username}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.email}
        </Text>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={18} stroke={1.6} />}>
        {t('shell.profile')}
      </Menu.Item>
      <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} stroke={1.6} />}>
        {t('shell.settings')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void logout()} leftSection={<IconLogout size={18} stroke={1.6} />}>
        {t('shell.logout')}
      </Menu.Item>
    </LazyMenu>
  );
}
