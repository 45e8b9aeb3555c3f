import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import {
  type InstallationSettings,
  registrationModes,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** Who makes accounts; saved when chosen. */
export function RegistrationField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [mode, chooseMode] = useOptimisticSetting(settings.registration, (registration) =>
    mutateAsync(
      { registration, seen: { registration: settings.registration } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  const choose = (value: string) => {
    const registration = registrationModes.find((one) => one === value);
    if (registration) chooseMode(registration);
  };
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
      <Radio.Group aria-label={t('installation_settings.registration')} value={mode} onChange={choose}>
        <Stack gap="md">
          {registrationModes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`installation_settings.mode.${one}`)}
              description={t(`installation_settings.mode_hint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
