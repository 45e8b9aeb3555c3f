import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#client/components/ui/avatar.tsx';
import { useDropDown } from '#client/components/ui/use-drop-down.ts';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './user-menu.module.css';

const load = () => import('./user-list.tsx').then((module) => module.UserList);

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const { Panel, button, state } = useDropDown(load);
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
