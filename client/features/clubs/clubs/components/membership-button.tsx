import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useMembership } from '../api/membership.ts';
import { type ReadEndInClub, useLeaveClub } from './use-leave-club.tsx';

/** The button to join, cancel the request or leave, which is asked when it is known what ends. */
export function MembershipButton({ club, readEnd }: { club: Club; readEnd: ReadEndInClub }) {
  const { t } = useTranslation();
  const { join, cancel } = useMembership();
  const { leave, isPending } = useLeaveClub(club, readEnd);
  const button = (act: 'join' | 'cancel' | 'leave', loading: boolean, onClick: () => void) => (
    <Button
      variant={act === 'join' ? 'light' : 'default'}
      onClick={onClick}
      loading={loading}
      aria-label={t(`clubs.${act}_named`, { name: club.name })}
    >
      {t(`clubs.${act}`)}
    </Button>
  );
  if (club.user_membership_status === 'none')
    return button('join', join.isPending, () => join.mutate({ id: club.id }));
  if (club.user_membership_status === 'pending')
    return button('cancel', cancel.isPending, () => cancel.mutate({ id: club.id }));
  return button('leave', isPending, leave);
}
