import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import {
  type InstallationSettings,
  secondFactorModes,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** Whether administrators need a second factor; saved when chosen. */
export function SecondFactorField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [mode, chooseMode] = useOptimisticSetting(settings.admin_second_factor, (admin_second_factor) =>
    mutateAsync(
      { admin_second_factor, seen: { admin_second_factor: settings.admin_second_factor } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  const choose = (value: string) => {
    const chosen = secondFactorModes.find((one) => one === value);
    if (chosen) chooseMode(chosen);
  };
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
      <Radio.Group aria-label={t('installation_settings.second_factor')} value={mode} onChange={choose}>
        <Stack gap="md">
          {secondFactorModes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`installation_settings.second_factor_mode.${one}`)}
              description={t(`installation_settings.second_factor_hint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
