import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** What the installation is called, and the address people reach it at. */
export const InstallationNameForm = reopenable(function InstallationNameForm({
  settings,
}: {
  settings: InstallationSettings;
}) {
  const { t } = useTranslation();
  const { form, save, error, isPending } = useSettingsForm(settings, valuesOf);
  return (
    <form onSubmit={save} noValidate>
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
});

const valuesOf = ({ name }: InstallationSettings) => ({ name: name ?? defaultInstallationName });
