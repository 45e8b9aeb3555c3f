import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { useOwnPhotographerRole } from '../api/own-photographer-role.ts';

/** Lets an administrator give themselves the photographer role. */
export function OwnPhotographerSwitch() {
  const { t } = useTranslation();
  const { held, error, pending, set } = useOwnPhotographerRole();
  return (
    <Stack gap="sm" mt="md">
      <FormError error={error} title={t('failed.own_photographer')} />
      <Switch
        label={t('profile.own_photographer')}
        description={t('profile.own_photographer_hint')}
        checked={held}
        disabled={pending}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </Stack>
  );
}
