import { Alert, Anchor, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { toast } from '#client/lib/toast.ts';
import type { TakedownState } from '#server/contract/schemas/takedowns.ts';
import { useWithdrawTakedown } from '../api/takedowns.ts';

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
  const onError = useErrorToast(t('failed.takedown_withdraw'));
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
              <>
                <b>{t('takedowns.own_state.open', { count })}.</b>{' '}
                {t(hides ? 'takedowns.own_open' : 'takedowns.own_open_shown', { count, due: date(due_at) })}{' '}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  fw={600}
                  disabled={withdraw.isPending && withdraw.variables === receipt}
                  onClick={() =>
                    withdraw
                      .mutateAsync(receipt)
                      .then(() => toast.success(t('takedowns.shown_again', { count })), onError)
                  }
                >
                  {t('takedowns.withdraw')}
                </Anchor>
              </>
            )}
          </Alert>
        );
      })}
    </Stack>
  );
}
