import { Code, Text, TextInput } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { SettingsForm } from './settings-form.tsx';

/** What the installation is called, and the address people reach it at. */
export function InstallationNameForm({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { public_url: url } = settings;
  return (
    <SettingsForm
      settings={settings}
      valuesOf={({ name }) => ({ name: name ?? defaultInstallationName })}
      submit={t('installation_settings.name_save')}
      foot={
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans
            i18nKey={url ? 'installation_settings.address' : 'installation_settings.no_address'}
            values={{ url }}
            components={{
              name: <Code>PUBLIC_URL</Code>,
              example: <Code>PUBLIC_URL=https://photos.club.example</Code>,
            }}
          />
        </Text>
      }
    >
      {(inputOf) => (
        <TextInput
          w="100%"
          maw={420}
          label={t('installation_settings.name_label')}
          description={t('installation_settings.name_hint')}
          maxLength={inputLimits.installationNameMax}
          required
          {...inputOf('name')}
        />
      )}
    </SettingsForm>
  );
}
