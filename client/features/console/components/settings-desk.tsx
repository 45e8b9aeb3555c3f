import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import { toast } from '#client/lib/toast.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { type FaceSettings, useSaveFaceSettings } from '../api/face-settings.ts';
import { isRatio } from './ratio.ts';
import classes from './settings-desk.module.css';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import { costOf, inputOf, valuesOf } from './settings-values.ts';

/** The settings, and beside them what they would do to a gallery that is really there. */
export function SettingsDesk({ settings }: { settings: FaceSettings }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const save = useSaveFaceSettings();
  const ratio = (typed: string) => (isRatio(typed) ? null : t('console.not_a_number'));
  const form = useForm({
    initialValues: valuesOf(settings, number),
    validate: { match_threshold: ratio, min_confidence: ratio, min_size_ratio: ratio },
    validateInputOnBlur: true,
  });
  const cost = costOf(form.values, settings);

  const submit = form.onSubmit(async (values) => {
    const yes =
      cost !== 'analyses' ||
      (await confirm({
        title: t('console.analyses_title'),
        body: t('console.analyses_body'),
        confirm: t('console.save'),
      }));
    if (!yes) return;
    save.mutate(inputOf(values), {
      onSuccess: (saved) => {
        toast.success(t('console.settings_saved'));
        const fresh = valuesOf(saved, number);
        form.setInitialValues(fresh);
        form.setValues(fresh);
      },
    });
  });

  return (
    <div className={classes.desk}>
      <form onSubmit={submit} noValidate>
        <SettingsFields
          form={form}
          settings={settings}
          cost={cost}
          error={save.error}
          saving={save.isPending}
        />
      </form>
      <SettingsPreview settings={settings} values={form.values} />
    </div>
  );
}
