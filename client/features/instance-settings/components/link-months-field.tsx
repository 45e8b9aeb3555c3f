import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { MonthsSelect } from '#client/components/ui/months-select.tsx';
import { toast } from '#client/lib/toast.ts';
import { useOptimisticSetting } from '#client/lib/use-optimistic-setting.ts';
import type { InstanceSettings } from '#server/contract/schemas/instance-settings.ts';
import { useSaveInstanceSettings } from '../api/instance-settings.ts';

/** How long new share links last at most; saved when chosen. */
export function LinkMonthsField({ settings }: { settings: InstanceSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstanceSettings();
  const [months, choose] = useOptimisticSetting(settings.link_months, (link_months) =>
    mutateAsync({ link_months }, { onSuccess: () => toast.success(t('instance_settings.saved')) }),
  );
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.instance_settings')} />
      <MonthsSelect
        label={t('instance_settings.link_months')}
        description={t('instance_settings.link_months_hint')}
        never={t('instance_settings.link_months_never')}
        value={months}
        onChange={choose}
      />
    </Stack>
  );
}
