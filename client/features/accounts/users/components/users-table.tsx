import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Avatar } from '#client/components/ui/elements/avatar.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { useUser } from '#client/lib/session.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { RoleList } from './role-list.tsx';
import { UserStatus } from './user-details.tsx';
import classes from './users-table.module.css';

interface UsersTableProps {
  users: User[];
  selection: Selection;
  onOpen: (user: User) => void;
  onDelete: (user: User) => void;
}

const nameOf = (user: User) => user.full_name || user.username;

export function UsersTable({ users, selection, onOpen, onDelete }: UsersTableProps) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const viewer = useUser();
  const columns: Column<User>[] = [
    {
      key: 'name',
      header: t('accounts.name'),
      main: true,
      cell: (user) => (
        <UnstyledButton
          className={classes.person}
          onClick={() => onOpen(user)}
          aria-label={t('accounts.edit_named', { name: nameOf(user) })}
        >
          <Avatar name={nameOf(user)} size={36} />
          <span>
            <span className={classes.name}>
              {nameOf(user)}
              {user.id === viewer.id && <span className={classes.quiet}> ({t('accounts.you')})</span>}
            </span>
            <span className={classes.username}>
              <BreakableText text={user.username} />
            </span>
          </span>
        </UnstyledButton>
      ),
    },
    { key: 'email', header: t('accounts.email'), cell: (user) => <BreakableText text={user.email} /> },
    {
      key: 'roles',
      header: t('accounts.roles'),
      cell: (user) => <RoleList assignments={user.role_assignments} />,
    },
    { key: 'status', header: t('accounts.status'), cell: (user) => <UserStatus user={user} /> },
    {
      key: 'login',
      header: t('accounts.last_login'),
      nowrap: true,
      cell: (user) => (user.last_login ? ago(user.last_login) : t('accounts.never')),
    },
  ];
  return (
    <DataTable
      caption={t('accounts.title')}
      columns={columns}
      rows={users}
      idOf={(user) => user.id}
      nameOf={nameOf}
      selection={selection}
      canSelect={(user) => user.id !== viewer.id}
      rowActions={(user) => (
        <Group gap={0} wrap="nowrap" display="inline-flex">
          <ActionIcon
            aria-label={t('accounts.edit_named', { name: nameOf(user) })}
            onClick={() => onOpen(user)}
          >
            <IconPencil size={20} stroke={1.6} />
          </ActionIcon>
          {user.id !== viewer.id && (
            <ActionIcon
              color="red"
              aria-label={t('accounts.delete_named', { name: nameOf(user) })}
              onClick={() => onDelete(user)}
            >
              <IconTrash size={20} stroke={1.6} />
            </ActionIcon>
          )}
        </Group>
      )}
    />
  );
}
