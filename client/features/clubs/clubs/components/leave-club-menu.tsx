import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { IconDoorExit } from '#client/icons/door-exit.ts';
import { IconDots } from '#client/icons/dots.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { type ReadEndInClub, useLeaveClub } from './use-leave-club.tsx';

export function LeaveClubMenu({ club, readEnd }: { club: Club; readEnd: ReadEndInClub }) {
  const { t } = useTranslation();
  const { leave } = useLeaveClub(club, readEnd);
  return (
    <DropdownMenu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.more_for', { name: club.name })}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconDoorExit size={18} stroke={1.6} />} onClick={leave}>
          {t('clubs.leave')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
