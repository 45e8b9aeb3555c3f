import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { seenOf } from '#client/lib/changed-fields.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import {
  type InstallationSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

interface SettingsFormProps {
  settings: InstallationSettings;
  /** What stands in the fields. */
  valuesOf: (settings: InstallationSettings) => Record<string, string>;
  submit: string;
  /** The fields, by what the form gives each. */
  children: (inputOf: (field: string) => object) => ReactNode;
  foot?: ReactNode;
}

/** A form of some settings that are texts, saved together. */
export const SettingsForm = reopenable(function SettingsForm(props: SettingsFormProps) {
  const { settings: current, valuesOf } = props;
  const { t } = useTranslation();
  const [settings, setSettings] = useState(current);
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
  const save = form.onSubmit((values) =>
    mutate(
      { ...values, seen: seenOf(settings, Object.keys(values)) },
      {
        onSuccess: (saved) => {
          setSettings(saved);
          form.setValues(valuesOf(saved));
          toast.success(t('installation_settings.saved'));
        },
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md" align="flex-start">
        <FormError error={error} title={t('failed.installation_settings')} />
        {props.children(form.getInputProps)}
        <Button type="submit" variant="default" loading={isPending}>
          {props.submit}
        </Button>
        {props.foot}
      </Stack>
    </form>
  );
});
