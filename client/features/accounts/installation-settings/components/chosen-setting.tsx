import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import type { ChosenSettings, InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

interface ChosenSettingProps<Name extends keyof ChosenSettings> {
  settings: InstallationSettings;
  name: Name;
  children: (value: ChosenSettings[Name], choose: (chosen: ChosenSettings[Name]) => void) => ReactNode;
}

/** The field of one setting, which is saved when it is chosen. */
export function ChosenSetting<Name extends keyof ChosenSettings>(props: ChosenSettingProps<Name>) {
  const { settings, name, children } = props;
  const saved: ChosenSettings[Name] = settings[name];
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [value, choose] = useOptimisticSetting(saved, (chosen) =>
    mutateAsync(
      { [name]: chosen, seen: { [name]: saved } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
      {children(value, choose)}
    </Stack>
  );
}
