import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#client/components/ui/elements/avatar.tsx';
import { useLazyMenu } from '#client/components/ui/overlays/use-lazy-menu.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './user-menu.module.css';

const load = () => import('./user-menu-dropdown.tsx').then((module) => module.UserMenuDropdown);

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const { Panel, button, state } = useLazyMenu(load);
  const name = user.full_name || user.username;
  return (
    <>
      <UnstyledButton
        {...button}
        aria-haspopup="menu"
        className={classes.target}
        aria-label={t('shell.user_menu', { name })}
      >
        <Avatar name={name} size={34} />
      </UnstyledButton>
      {Panel && <Panel {...state} user={user} />}
    </>
  );
}
