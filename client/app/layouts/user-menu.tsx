import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#client/components/ui/avatar.tsx';
import { useLogout } from '#client/features/auth/api/logout.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './user-menu.module.css';

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const logout = useLogout();
  const name = user.full_name || user.username;
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('shell.user_menu', { name })}>
          <Avatar name={name} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {name}
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
      </Menu.Dropdown>
    </Menu>
  );
}
