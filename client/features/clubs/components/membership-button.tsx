import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useMembership } from '../api/membership.ts';

/** The button to join, cancel the request or leave. */
export function MembershipButton({ club }: { club: Club }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { join, cancel, leave } = useMembership();
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

  const ask = async () => {
    const yes = await confirm({
      title: t('clubs.leave_title', { name }),
      body: t('clubs.leave_body'),
      confirm: t('clubs.leave'),
      danger: true,
    });
    if (yes) leave.mutate({ id: club.id });
  };
  return (
    <Button
      variant="default"
      onClick={() => void ask()}
      loading={leave.isPending}
      aria-label={t('clubs.leave_named', { name })}
    >
      {t('clubs.leave')}
    </Button>
  );
}
