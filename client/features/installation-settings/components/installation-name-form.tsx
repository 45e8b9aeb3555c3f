import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import {
  type InstallationSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** What the installation is called, and the address people reach it at. */
export function InstallationNameForm({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useSaveInstallationSettings();
  const form = useForm({
    initialValues: { name: settings.name ?? defaultInstallationName },
    validate: (values) => schemaErrors(t, updateInstallationSettingsInput, values),
  });
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (error) latest.current.setErrors(fieldErrors(t, error));
  }, [error, t]);
  const save = ({ name }: { name: string }) =>
    mutate(
      { name },
      {
        onSuccess: (saved) => {
          form.setValues({ name: saved.name ?? defaultInstallationName });
          toast.success(t('installation_settings.saved'));
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="md" align="flex-start">
        <FormError error={error} title={t('failed.installation_settings')} />
        <TextInput
          w="100%"
          maw={420}
          label={t('installation_settings.name_label')}
          description={t('installation_settings.name_hint')}
          maxLength={inputLimits.installationNameMax}
          required
          {...form.getInputProps('name')}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {t('installation_settings.name_save')}
        </Button>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans
            i18nKey={
              settings.public_url ? 'installation_settings.address' : 'installation_settings.no_address'
            }
            values={{ url: settings.public_url }}
            components={{
              name: <Code>PUBLIC_URL</Code>,
              example: <Code>PUBLIC_URL=https://photos.club.example</Code>,
            }}
          />
        </Text>
      </Stack>
    </form>
  );
}
