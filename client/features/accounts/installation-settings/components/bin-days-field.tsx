import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { binDays } from '#server/contract/lifetimes.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { ChosenSetting } from './chosen-setting.tsx';

/** For how many days deleted photos can be restored. */
export function BinDaysField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const offered = (days: number) => [...new Set([...binDays.choices, days])].toSorted((a, b) => a - b);
  return (
    <ChosenSetting settings={settings} name="bin_days">
      {(days, choose) => (
        <Select
          maw={420}
          label={t('installation_settings.bin_days')}
          description={t('installation_settings.bin_days_hint')}
          data={offered(days).map((count) => ({
            value: String(count),
            label: count
              ? t('installation_settings.bin_after', { count })
              : t('installation_settings.bin_at_once'),
          }))}
          value={String(days)}
          onChange={(chosen) => choose(Number(chosen))}
          allowDeselect={false}
        />
      )}
    </ChosenSetting>
  );
}
