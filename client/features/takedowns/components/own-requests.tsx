import { Alert, Stack } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { useTakedownStates } from '../api/takedowns.ts';

/** What became of the requests made by this link in this browser. Nothing where there are none. */
export function OwnRequests({ token, unlock }: { token: string; unlock: string }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { states, drop } = useTakedownStates(token, unlock);
  if (states.length === 0) return null;
  return (
    <Stack gap="sm" mt="md" component="section" aria-label={t('takedowns.own')}>
      {states.map(({ receipt, decided, asked_at, due_at, answer }) => {
        const Icon = decided === 'declined' ? IconEye : IconEyeOff;
        return (
          <Alert
            key={receipt}
            color={decided ? 'gray' : 'blue'}
            icon={<Icon size={20} aria-hidden="true" />}
            title={t(`takedowns.own_state.${decided ?? 'open'}`)}
            withCloseButton={decided !== null}
            closeButtonLabel={t('common.close')}
            onClose={() => drop(receipt)}
          >
            {decided
              ? answer && t('takedowns.own_answer', { answer })
              : t('takedowns.own_open', { asked: date(asked_at), due: date(due_at) })}
          </Alert>
        );
      })}
    </Stack>
  );
}
