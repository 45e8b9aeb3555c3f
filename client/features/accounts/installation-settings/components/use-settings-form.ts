import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seenOf } from '#client/lib/changed-fields.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import {
  type InstallationSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/**
 * A form of some settings that are texts, saved together.
 * @param valuesOf what stands in its fields
 */
export function useSettingsForm<Values extends Record<string, string>>(
  current: InstallationSettings,
  valuesOf: (settings: InstallationSettings) => Values,
) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(current);
  const { mutate, error, isPending } = useSaveInstallationSettings();
  const form = useForm<Values>({
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
  return { form, save, error, isPending };
}
