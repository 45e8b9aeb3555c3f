import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useChangeClubAdmins } from '../api/club-admins.ts';

/** Lets a club administrator resign; only a global administrator can appoint them again. */
export function ResignClubAdmin({
  club,
  userId,
  onDone,
}: {
  club: Club;
  userId: string;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.admin_remove'));
  const { remove } = useChangeClubAdmins();

  const ask = async () => {
    const yes = await confirm({
      title: t('manage_club.give_up_title', { club: club.name }),
      body: t('manage_club.give_up_body'),
      confirm: t('manage_club.give_up'),
      danger: true,
    });
    if (yes) await remove.mutateAsync({ id: club.id, user_id: userId }).then(onDone, showError);
  };

  return (
    <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
      {t('manage_club.give_up')}
    </Button>
  );
}
