import { Button, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSettingsForm } from './use-settings-form.ts';

const fields = ['imprint_url', 'privacy_url'] as const;

/** The addresses of the imprint and the data protection statement; empty: none. */
export const LegalLinksForm = reopenable(function LegalLinksForm({
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
        {fields.map((field) => (
          <TextInput
            key={field}
            type="url"
            w="100%"
            maw={420}
            label={t(`installation_settings.${field}`)}
            placeholder="https://"
            maxLength={inputLimits.webAddressMax}
            {...form.getInputProps(field)}
          />
        ))}
        <Button type="submit" variant="default" loading={isPending}>
          {t('installation_settings.legal_save')}
        </Button>
      </Stack>
    </form>
  );
});

const valuesOf = ({ imprint_url, privacy_url }: InstallationSettings) => ({
  imprint_url: imprint_url ?? '',
  privacy_url: privacy_url ?? '',
});
