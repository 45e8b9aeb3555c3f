import { useForm } from '@mantine/form';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { seenOf } from '#client/lib/changed-fields.ts';
import { toast } from '#client/lib/toast.ts';
import { useSaveFaceSettings } from '../api/face-settings.ts';
import { ForExperts } from './for-experts.tsx';
import { ProviderNote } from './provider-note.tsx';
import { isRatio } from './ratio.ts';
import { SettingsFields } from './settings-fields.tsx';
import classes from './settings-form.module.css';
import { SettingsPreview } from './settings-preview.tsx';
import { saveCost, settingsInput, valuesOf } from './settings-values.ts';

/** The recognition settings, with a preview on a real gallery beside them. */
export const SettingsForm = reopenable(function SettingsForm({
  settings,
  lookAlikes,
}: Pick<ComponentProps<typeof SettingsPreview>, 'settings' | 'lookAlikes'>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const save = useSaveFaceSettings();
  const ratio = (typed: string) => (isRatio(typed) ? null : t('recognition.not_a_number'));
  const [opened, setOpened] = useState(settings);
  const form = useForm({
    initialValues: valuesOf(settings, number),
    validate: { match_threshold: ratio, min_confidence: ratio, min_size_ratio: ratio },
    validateInputOnBlur: true,
  });
  const cost = saveCost(form.values, settings);

  const submit = form.onSubmit(async (values) => {
    const yes =
      cost !== 'analyses' ||
      (await confirm({
        title: t('recognition.analyses_title'),
        body: t('recognition.analyses_body'),
        confirm: t('recognition.save'),
      }));
    if (!yes) return;
    const input = settingsInput(values);
    save.mutate(
      { ...input, seen: seenOf(opened, Object.keys(input)) },
      {
        onSuccess: (saved) => {
          setOpened(saved);
          toast.success(t('recognition.settings_saved'));
          const fresh = valuesOf(saved, number);
          form.setInitialValues(fresh);
          form.setValues(fresh);
        },
      },
    );
  });

  return (
    <div className={classes.columns}>
      <div>
        <form onSubmit={submit} noValidate>
          <SettingsFields
            form={form}
            settings={settings}
            cost={cost}
            error={save.error}
            saving={save.isPending}
          />
        </form>
        <ProviderNote provider={settings.provider} />
        <ForExperts settings={settings} values={form.values} />
      </div>
      <SettingsPreview settings={settings} values={form.values} lookAlikes={lookAlikes} />
    </div>
  );
});
