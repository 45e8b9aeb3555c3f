import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

export function PastEventsSwitch({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [allowed, allow] = useOptimisticSetting(settings.allow_past_events, (allow_past_events) =>
    mutateAsync(
      { allow_past_events, seen: { allow_past_events: settings.allow_past_events } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
      <Switch
        label={t('installation_settings.past_events')}
        description={t('installation_settings.past_events_hint')}
        checked={allowed}
        onChange={(change) => allow(change.currentTarget.checked)}
      />
    </Stack>
  );
}
