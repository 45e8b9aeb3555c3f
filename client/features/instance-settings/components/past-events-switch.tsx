import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import { useOptimisticSetting } from '#client/lib/use-optimistic-setting.ts';
import type { InstanceSettings } from '#server/contract/schemas/instance-settings.ts';
import { useSaveInstanceSettings } from '../api/instance-settings.ts';

export function PastEventsSwitch({ settings }: { settings: InstanceSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstanceSettings();
  const [allowed, allow] = useOptimisticSetting(settings.allow_past_events, (allow_past_events) =>
    mutateAsync({ allow_past_events }, { onSuccess: () => toast.success(t('instance_settings.saved')) }),
  );
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.instance_settings')} />
      <Switch
        label={t('instance_settings.past_events')}
        description={t('instance_settings.past_events_hint')}
        checked={allowed}
        onChange={(change) => allow(change.currentTarget.checked)}
      />
    </Stack>
  );
}
