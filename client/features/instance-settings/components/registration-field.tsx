import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import { type InstanceSettings, registrationModes } from '#server/contract/schemas/instance-settings.ts';
import { useSaveInstanceSettings } from '../api/instance-settings.ts';

/** Who makes accounts; saved when chosen. */
export function RegistrationField({ settings }: { settings: InstanceSettings }) {
  const { t } = useTranslation();
  const { mutate, error, isPending, variables } = useSaveInstanceSettings();
  const choose = (value: string) => {
    const registration = registrationModes.find((mode) => mode === value);
    if (registration)
      mutate({ registration }, { onSuccess: () => toast.success(t('instance_settings.saved')) });
  };
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.instance_settings')} />
      <Radio.Group
        aria-label={t('instance_settings.registration')}
        value={(isPending && variables.registration) || settings.registration}
        onChange={choose}
      >
        <Stack gap="md">
          {registrationModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`instance_settings.mode.${mode}`)}
              description={t(`instance_settings.mode_hint.${mode}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
