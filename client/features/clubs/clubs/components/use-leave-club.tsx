import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useMembership } from '../api/membership.ts';

/** Reads what else ends for the viewer with the membership in a club. It rejects where that cannot be read. */
export type ReadEndInClub = (clubId: string) => Promise<ReactNode>;

/** Leaves a club, which is asked when it is known what ends. */
export function useLeaveClub({ id, name }: Pick<Club, 'id' | 'name'>, readEnd: ReadEndInClub) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { mutate, isPending } = useMembership().leave;
  const fail = useErrorToast(t('failed.club_leave'));
  const ask = async () => {
    const ends = await readEnd(id);
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
    if (yes) mutate({ id });
  };
  return { leave: () => void ask().catch(fail), isPending };
}
