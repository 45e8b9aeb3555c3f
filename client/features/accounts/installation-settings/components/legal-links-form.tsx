import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { SettingsForm } from './settings-form.tsx';

const fields = ['imprint_url', 'privacy_url'] as const;

/** The addresses of the imprint and the data protection statement; empty: none. */
export function LegalLinksForm({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  return (
    <SettingsForm
      settings={settings}
      valuesOf={(saved) => Object.fromEntries(fields.map((field) => [field, saved[field] ?? '']))}
      submit={t('installation_settings.legal_save')}
    >
      {(inputOf) =>
        fields.map((field) => (
          <TextInput
            key={field}
            type="url"
            w="100%"
            maw={420}
            label={t(`installation_settings.${field}`)}
            placeholder="https://"
            maxLength={inputLimits.webAddressMax}
            {...inputOf(field)}
          />
        ))
      }
    </SettingsForm>
  );
}
