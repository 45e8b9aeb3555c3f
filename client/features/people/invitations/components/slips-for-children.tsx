import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconFriends } from '#client/icons/friends.ts';
import { toast } from '#client/lib/toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';
import { useOpenPersonalInvitations } from '../api/invitations.ts';
import { InvitationSlips } from './invitation-slips.tsx';

/** An invitation for a guardian of each child who has none, on paper; who gets one is said before. */
export function SlipsForChildren({ club }: { club: Pick<Club, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const { createForChildren } = useChangeInvitations();
  const open = useOpenPersonalInvitations(club.id);
  const onError = useErrorToast(t('failed.slips_for_children'));
  const [slips, setSlips] = useState<Invitation[]>();
  const print = (ids: string[]) =>
    open.mutate(undefined, {
      onSuccess: (all) => setSlips(all.filter(({ id }) => ids.includes(id))),
      onError,
    });
  const make = async () => {
    const yes = await confirm({
      title: t('invitations.slips_for_children'),
      body: (
        <>
          {t('invitations.slips_for_whom')}
          <AddressWarning />
        </>
      ),
      confirm: t('invitations.slips_make'),
    });
    if (!yes) return;
    createForChildren.mutate(
      { id: club.id },
      {
        onSuccess: ({ ids }) => {
          if (ids.length === 0) return toast.info(t('invitations.no_children'));
          toast.success(t('invitations.slips_made', { count: ids.length, n: number(ids.length) }));
          print(ids);
        },
        onError,
      },
    );
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFriends size={18} />}
        loading={createForChildren.isPending || open.isPending}
        onClick={() => void make()}
      >
        {t('invitations.slips_for_children')}
      </Button>
      {slips && <InvitationSlips club={club.name} invitations={slips} onDone={() => setSlips(undefined)} />}
    </>
  );
}
