import { Alert, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { FaceSettings } from '../api/face-settings.ts';
import { formatRatio, parseRatio, roundRatio } from './ratio.ts';
import { RatioInput } from './ratio-input.tsx';
import {
  canResetThreshold,
  effectiveThreshold,
  measuredThreshold,
  type SettingsValues,
} from './settings-values.ts';
import { StrictnessSlider } from './strictness-slider.tsx';

interface SettingsFieldsProps {
  form: Pick<ReturnType<typeof useForm<SettingsValues>>, 'values' | 'errors' | 'getInputProps' | 'setValues'>;
  settings: FaceSettings;
  cost: 'none' | 'groups' | 'analyses';
  error: unknown;
  saving: boolean;
}

export function SettingsFields({ form, settings, cost, error, saving }: SettingsFieldsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { recognition_model: model, distance_metric: metric } = form.values;
  const metrics = settings.metrics_by_model[model] ?? settings.distance_metrics;
  const inForce = effectiveThreshold(form.values, settings);
  const threshold = form.getInputProps('match_threshold');
  const invalid = Object.keys(form.errors).length > 0;

  const takeMeasured = () => form.setValues({ match_threshold: '', measured: true });

  // A threshold is valid for one distance only: after a change the measured one applies.
  const chooseModel = (next: string | null) => {
    if (!next) return;
    const offered = settings.metrics_by_model[next] ?? [];
    const kept = offered.includes(metric) ? metric : (offered[0] ?? metric);
    form.setValues({ recognition_model: next, distance_metric: kept, match_threshold: '', measured: false });
  };
  const chooseMetric = (next: string | null) =>
    next && form.setValues({ distance_metric: next, match_threshold: '', measured: false });

  // An option unknown to this client is shown by its own name.
  const named = (ids: string[]) =>
    ids.map((id) => ({ value: id, label: t(`recognition.choice.${id}`, { defaultValue: id }) }));

  return (
    <Stack gap="md">
      <FormError error={error} title={t('recognition.settings_failed')} />
      <StrictnessSlider
        value={parseRatio(form.values.match_threshold) || inForce}
        measured={measuredThreshold(form.values, settings)}
        onChange={(value) =>
          form.setValues({ match_threshold: formatRatio(roundRatio(value), number), measured: false })
        }
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={t('recognition.model')}
          data={named(settings.models)}
          value={model}
          onChange={chooseModel}
          allowDeselect={false}
        />
        <Select
          label={t('recognition.detector')}
          data={named(settings.detectors)}
          allowDeselect={false}
          {...form.getInputProps('detector_backend')}
        />
        <Select
          label={t('recognition.metric')}
          data={named(metrics)}
          value={metric}
          onChange={chooseMetric}
          allowDeselect={false}
        />
        <div>
          <RatioInput
            label={t('recognition.match_threshold')}
            placeholder={formatRatio(inForce, number)}
            start={inForce}
            {...threshold}
            onChange={(typed) => {
              threshold.onChange(typed);
              form.setValues({ measured: false });
            }}
          />
          {canResetThreshold(form.values, settings) && (
            <Button variant="subtle" px="xs" ms={-10} onClick={takeMeasured}>
              {t('recognition.take_measured', {
                value: formatRatio(measuredThreshold(form.values, settings), number),
              })}
            </Button>
          )}
        </div>
        <RatioInput
          label={t('recognition.min_confidence')}
          start={settings.min_confidence}
          {...form.getInputProps('min_confidence')}
        />
        <RatioInput
          label={t('recognition.min_size_ratio')}
          start={settings.min_size_ratio}
          {...form.getInputProps('min_size_ratio')}
        />
      </SimpleGrid>
      {invalid && (
        <Alert color="red" role="alert">
          {t('recognition.settings_invalid')}
        </Alert>
      )}
      <Group gap="md">
        <Button type="submit" loading={saving}>
          {t('recognition.save')}
        </Button>
        {cost !== 'none' && !invalid && (
          <Text size="xs" c="dimmed" flex="1 1 240px">
            {t(cost === 'analyses' ? 'recognition.analyses_note' : 'recognition.groups_note')}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
