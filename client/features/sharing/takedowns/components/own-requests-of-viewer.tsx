import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { useOwnTakedowns, useWithdrawOwnTakedown } from '../api/takedowns.ts';
import { OpenRequest } from './open-request.tsx';

interface OwnRequestsOfViewerProps {
  galleryId?: string;
  /** Of the viewer's family: requests about photos of others alone are left out. */
  memberId?: string | undefined;
}

/** Photos that the viewer asked to hide, until it is decided; each request can be taken back. */
export default function OwnRequestsOfViewer({ galleryId, memberId }: OwnRequestsOfViewerProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const requests = (useOwnTakedowns(galleryId).data?.takedowns ?? []).filter(
    ({ family_ids }) => !memberId || family_ids.length === 0 || family_ids.includes(memberId),
  );
  const withdraw = useWithdrawOwnTakedown();
  if (requests.length === 0) return null;
  return (
    <Stack gap="sm" my="xs" component="section" aria-label={t('takedowns.own')}>
      {requests.map(({ id, gallery_name, photo_count: count, hides, due_at }) => (
        <Alert key={id} color="blue" icon={<IconEyeOff size={20} />} p="xs">
          <OpenRequest
            count={count}
            withdraw={() => withdraw.mutateAsync({ id })}
            withdrawing={withdraw.isPending && withdraw.variables.id === id}
            named
          >
            {galleryId === undefined && `${gallery_name}. `}
            {t(hides ? 'takedowns.own_of_account' : 'takedowns.own_of_account_shown', {
              ...{ count, due: date(due_at) },
            })}
          </OpenRequest>
        </Alert>
      ))}
    </Stack>
  );
}
