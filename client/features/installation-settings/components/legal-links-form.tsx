import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import {
  type InstallationSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

const fields = ['imprint_url', 'privacy_url'] as const;

/** The addresses of the imprint and the data protection statement; empty: none. */
export function LegalLinksForm({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useSaveInstallationSettings();
  const form = useForm({
    initialValues: valuesOf(settings),
    validate: (values) => schemaErrors(t, updateInstallationSettingsInput, values),
  });
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (error) latest.current.setErrors(fieldErrors(t, error));
  }, [error, t]);
  const save = (values: typeof form.values) =>
    mutate(values, {
      onSuccess: (saved) => {
        form.setValues(valuesOf(saved));
        toast.success(t('installation_settings.saved'));
      },
    });
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
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
}

const valuesOf = ({ imprint_url, privacy_url }: InstallationSettings) => ({
  imprint_url: imprint_url ?? '',
  privacy_url: privacy_url ?? '',
});
