import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { MembershipBadge } from './membership-badge.tsx';
import { MembershipButton } from './membership-button.tsx';
import type { ReadEndInClub } from './use-leave-club.tsx';

interface ClubDetailsProps {
  club: Club | undefined;
  readEnd: ReadEndInClub;
  onClose: () => void;
}

export function ClubDetails({ club, readEnd, onClose }: ClubDetailsProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  return (
    <Dialog opened={club !== undefined} onClose={onClose} title={club?.name} size="md">
      {club && (
        <Stack gap="lg">
          <Group gap="lg" wrap="nowrap" align="flex-start">
            <ClubAvatar name={club.name} size={88} />
            <Text style={{ whiteSpace: 'pre-line' }}>{club.description || t('clubs.no_description')}</Text>
          </Group>
          <DescriptionList
            items={[
              [t('clubs.sport_type'), club.sport_type],
              [t('clubs.member_count'), number(club.member_count)],
              [t('clubs.created_at'), date(club.created_at)],
              [t('clubs.created_by'), club.created_by_username ?? t('common.unknown')],
            ]}
          />
          <Group justify="space-between" gap="sm">
            <MembershipBadge status={club.user_membership_status} />
            <Group gap="sm" ms="auto">
              {club.permissions.can_manage_members && (
                <ButtonLink variant="default" to="/clubs/$clubId/manage" params={{ clubId: club.id }}>
                  {t('clubs.manage')}
                </ButtonLink>
              )}
              <MembershipButton club={club} readEnd={readEnd} />
            </Group>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
