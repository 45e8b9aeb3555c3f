import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import type { SecondFactorSetup } from '#server/contract/schemas/second-factor.ts';
import { useChangeSecondFactor, useSecondFactorState } from '../api/second-factor.ts';

const SecondFactorDialog = lazyPart(() => import('./second-factor-dialog.tsx'));

/** Codes of an authenticator app: set up, recovery codes, switched off. */
export function SecondFactor() {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const ask = useConfirm();
  const state = useSecondFactorState();
  const { begin, confirm, renew, remove } = useChangeSecondFactor();
  const [open, setOpen] = useState<SecondFactorSetup | string[] | null>(null);
  if (state.isPending) return <Skeleton h={44} />;
  if (!state.data) return <ErrorState of={state} />;
  const { since, recovery_codes_left } = state.data;
  const makeCodes = async () => {
    const options = { title: t('second_factor.renew_title'), body: t('second_factor.renew_text') };
    if (await ask({ ...options, confirm: t('second_factor.renew') }))
      renew.mutate(undefined, { onSuccess: ({ recovery_codes }) => setOpen(recovery_codes) });
  };
  const switchOff = async () => {
    const yes = await ask({
      title: t('second_factor.remove_title'),
      body: t('second_factor.remove_text'),
      confirm: t('second_factor.remove'),
      danger: true,
    });
    if (yes) remove.mutate(undefined, { onSuccess: () => toast.success(t('second_factor.removed')) });
  };
  return (
    <Stack gap="md" align="flex-start">
      <FormError error={begin.error ?? renew.error ?? remove.error} title={t('second_factor.failed')} />
      {since === null ? (
        <Button
          variant="default"
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: setOpen })}
        >
          {t('second_factor.set_up')}
        </Button>
      ) : (
        <>
          <Text>
            {t('second_factor.on_since', { date: longDate(since) })}{' '}
            {t('second_factor.codes_left', { count: recovery_codes_left })}
          </Text>
          <Group gap="sm">
            <Button variant="default" loading={renew.isPending} onClick={() => void makeCodes()}>
              {t('second_factor.renew')}
            </Button>
            <Button variant="default" c="red" loading={remove.isPending} onClick={() => void switchOff()}>
              {t('second_factor.remove')}
            </Button>
          </Group>
        </>
      )}
      <Suspense>
        {open && <SecondFactorDialog shown={open} confirm={confirm} onClose={() => setOpen(null)} />}
      </Suspense>
    </Stack>
  );
}
