import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useMembership } from '../api/membership.ts';

/** Reads what else ends for the viewer with the membership in a club. It rejects where that cannot be read. */
export type ReadEndInClub = (clubId: string) => Promise<ReactNode>;

/** The button to join, cancel the request or leave, which is asked when it is known what ends. */
export function MembershipButton({ club, readEnd }: { club: Club; readEnd: ReadEndInClub }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { join, cancel, leave } = useMembership();
  const failToLeave = useErrorToast(t('failed.club_leave'));
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
    const ends = await readEnd(club.id);
    const yes = await confirm({
      title: t('clubs.leave_title', { name }),
      body: (
        <Stack gap="sm">
          <Text>{t('clubs.leave_body')}</Text>
          {ends}
        </Stack>
      ),
      confirm: t('clubs.leave'),
      danger: true,
    });
    if (yes) leave.mutate({ id: club.id });
  };
  return (
    <Button
      variant="default"
      onClick={() => void ask().catch(failToLeave)}
      loading={leave.isPending}
      aria-label={t('clubs.leave_named', { name })}
    >
      {t('clubs.leave')}
    </Button>
  );
}
