import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import { useOptimisticSetting } from '#client/lib/use-optimistic-setting.ts';
import { type InstanceSettings, registrationModes } from '#server/contract/schemas/instance-settings.ts';
import { useSaveInstanceSettings } from '../api/instance-settings.ts';

/** Who makes accounts; saved when chosen. */
export function RegistrationField({ settings }: { settings: InstanceSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstanceSettings();
  const [mode, chooseMode] = useOptimisticSetting(settings.registration, (registration) =>
    mutateAsync({ registration }, { onSuccess: () => toast.success(t('instance_settings.saved')) }),
  );
  const choose = (value: string) => {
    const registration = registrationModes.find((one) => one === value);
    if (registration) chooseMode(registration);
  };
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.instance_settings')} />
      <Radio.Group aria-label={t('instance_settings.registration')} value={mode} onChange={choose}>
        <Stack gap="md">
          {registrationModes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`instance_settings.mode.${one}`)}
              description={t(`instance_settings.mode_hint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
