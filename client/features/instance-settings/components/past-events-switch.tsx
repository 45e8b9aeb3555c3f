import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import type { InstanceSettings } from '#server/contract/schemas/instance-settings.ts';
import { useSaveInstanceSettings } from '../api/instance-settings.ts';

export function PastEventsSwitch({ settings }: { settings: InstanceSettings }) {
  const { t } = useTranslation();
  const { mutate, error, isPending, variables } = useSaveInstanceSettings();
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.instance_settings')} />
      <Switch
        label={t('instance_settings.past_events')}
        description={t('instance_settings.past_events_hint')}
        checked={isPending ? variables.allow_past_events === true : settings.allow_past_events}
        onChange={(change) =>
          mutate(
            { allow_past_events: change.currentTarget.checked },
            { onSuccess: () => toast.success(t('instance_settings.saved')) },
          )
        }
      />
    </Stack>
  );
}
