import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import { useOwnPhotographerRole } from '../api/own-photographer-role.ts';

/** One click that makes an administrator a photographer, for the first steps of an installation. */
export function OwnPhotographerButton() {
  const { t } = useTranslation();
  const { held, error, pending, set } = useOwnPhotographerRole();
  if (held) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <FormError error={error} title={t('failed.own_photographer')} />
      <Button
        variant="default"
        loading={pending}
        onClick={() => set(true, () => toast.success(t('dashboard.first_steps.photographer_given')))}
      >
        {t('dashboard.first_steps.photographer_self')}
      </Button>
    </Stack>
  );
}
