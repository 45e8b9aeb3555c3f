import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { IconDots } from '#client/icons/dots.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { IconUserCog } from '#client/icons/user-cog.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';

interface ClubMenuProps {
  club: Club;
  onEdit: () => void;
  onAdmins: () => void;
  onDelete: () => void;
}

/** What club administrators change of a club itself; empty for other users. */
export function ClubMenu({ club, onEdit, onAdmins, onDelete }: ClubMenuProps) {
  const { t } = useTranslation();
  const { can_edit, can_delete, can_manage_admins } = club.permissions;
  if (!can_edit && !can_delete && !can_manage_admins) return null;
  return (
    <DropdownMenu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t('common.more_for', { name: club.name })}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can_edit && (
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
            {t('common.edit')}
          </Menu.Item>
        )}
        {can_manage_admins && (
          <Menu.Item leftSection={<IconUserCog size={18} stroke={1.6} />} onClick={onAdmins}>
            {t('clubs.admins')}
          </Menu.Item>
        )}
        {can_delete && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={onDelete}>
              {t('common.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
