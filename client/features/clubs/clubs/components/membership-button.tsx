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
  const name = club.name;

  if (club.user_membership_status === 'none')
    return (
      <Button
        variant="light"
        onClick={() => join.mutate({ id: club.id })}
        loading={join.isPending}
        aria-label={t('clubs.join_named', { name })}
      >
        {t('clubs.join')}
      </Button>
    );

  if (club.user_membership_status === 'pending')
    return (
      <Button
        variant="default"
        onClick={() => cancel.mutate({ id: club.id })}
        loading={cancel.isPending}
        aria-label={t('clubs.cancel_named', { name })}
      >
        {t('clubs.cancel')}
      </Button>
    );

  return (
    <Button
      variant="default"
      onClick={leave}
      loading={isPending}
      aria-label={t('clubs.leave_named', { name })}
    >
      {t('clubs.leave')}
    </Button>
  );
}
