import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { useOwnPhotographerRole } from '../api/own-photographer-role.ts';

/** Lets an administrator give themselves the photographer role. */
export function OwnPhotographerSwitch() {
  const { t } = useTranslation();
  const { held, error, pending, set } = useOwnPhotographerRole();
  const [shown, choose] = useOptimisticSetting(held, set);
  return (
    <Stack gap="sm" mt="md">
      <FormError error={error} title={t('failed.own_photographer')} />
      <Switch
        label={t('profile.own_photographer')}
        description={t('profile.own_photographer_hint')}
        checked={shown}
        disabled={pending}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </Stack>
  );
}
