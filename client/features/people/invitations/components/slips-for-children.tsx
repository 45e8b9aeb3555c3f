import { Button } from '@mantine/core';
import { IconFriends } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';
import { useOpenPersonalInvitations } from '../api/invitations.ts';
import { InvitationSlips } from './invitation-slips.tsx';

/** One press: an invitation for a guardian of each child who has none, on paper. */
export function SlipsForChildren({ club }: { club: Pick<Club, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const { createForChildren } = useChangeInvitations();
  const open = useOpenPersonalInvitations(club.id);
  const onError = useErrorToast(t('failed.slips_for_children'));
  const [slips, setSlips] = useState<Invitation[]>();
  const print = (ids: string[]) =>
    open.mutate(undefined, {
      onSuccess: (all) => setSlips(all.filter(({ id }) => ids.includes(id))),
      onError,
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFriends size={18} aria-hidden="true" />}
        loading={createForChildren.isPending || open.isPending}
        onClick={() =>
          createForChildren.mutate(
            { id: club.id },
            {
              onSuccess: ({ ids }) =>
                ids.length > 0 ? print(ids) : toast.info(t('invitations.no_children')),
              onError,
            },
          )
        }
      >
        {t('invitations.slips_for_children')}
      </Button>
      {slips && <AddressWarning />}
      {slips && <InvitationSlips club={club.name} invitations={slips} onDone={() => setSlips(undefined)} />}
    </>
  );
}
