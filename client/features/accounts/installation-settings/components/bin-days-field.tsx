import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import { binDays } from '#server/contract/lifetimes.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** For how many days deleted photos can be restored; saved when chosen. */
export function BinDaysField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [days, choose] = useOptimisticSetting(settings.bin_days, (bin_days) =>
    mutateAsync(
      { bin_days, seen: { bin_days: settings.bin_days } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  const offered = [...new Set([...binDays.choices, days])].toSorted((a, b) => a - b);
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
      <Select
        maw={420}
        label={t('installation_settings.bin_days')}
        description={t('installation_settings.bin_days_hint')}
        data={offered.map((count) => ({
          value: String(count),
          label: count
            ? t('installation_settings.bin_after', { count })
            : t('installation_settings.bin_at_once'),
        }))}
        value={String(days)}
        onChange={(chosen) => choose(Number(chosen))}
        allowDeselect={false}
      />
    </Stack>
  );
}
