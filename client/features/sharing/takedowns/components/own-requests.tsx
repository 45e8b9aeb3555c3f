import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import type { TakedownState } from '#server/contract/schemas/takedowns.ts';
import { useWithdrawTakedown } from '../api/takedowns.ts';
import { OpenRequest } from './open-request.tsx';

interface OwnRequestsProps {
  token: string;
  unlock: string;
  states: TakedownState[];
  drop: (receipt: string) => void;
}

/** What became of the requests made by this link in this browser; those that wait can be taken back. */
export default function OwnRequests({ token, unlock, states, drop }: OwnRequestsProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const withdraw = useWithdrawTakedown(token, unlock);
  return (
    <Stack gap="sm" my="xs" component="section" aria-label={t('takedowns.own')}>
      {states.map(({ receipt, photo_count: count, hides, decided, due_at, answer }) => {
        const Icon = decided === 'declined' ? IconEye : IconEyeOff;
        return (
          <Alert
            key={`${receipt} ${decided} ${hides}`}
            color={decided ? 'gray' : 'blue'}
            icon={<Icon size={20} />}
            {...(decided && { title: t(`takedowns.own_state.${decided}`, { count }) })}
            p="xs"
            withCloseButton={decided !== null}
            closeButtonLabel={t('common.close')}
            onClose={() => drop(receipt)}
          >
            {decided ? (
              answer && t('takedowns.own_answer', { answer })
            ) : (
              <OpenRequest
                count={count}
                withdraw={() => withdraw.mutateAsync(receipt)}
                withdrawing={withdraw.isPending && withdraw.variables === receipt}
              >
                {t(hides ? 'takedowns.own_open' : 'takedowns.own_open_shown', { count, due: date(due_at) })}
              </OpenRequest>
            )}
          </Alert>
        );
      })}
    </Stack>
  );
}
