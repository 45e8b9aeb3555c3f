import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Details } from '#client/components/ui/layout/details.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { FaceSettings } from '../api/face-settings.ts';
import { ModelLicences } from './model-licences.tsx';
import { formatRatio } from './ratio.ts';
import { effectiveThreshold, type SettingsValues } from './settings-values.ts';

interface ForExpertsProps {
  settings: FaceSettings;
  values: SettingsValues;
}

/** What the settings mean, and the licences of models. */
export function ForExperts({ settings, values }: ForExpertsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  /** What a model is good and bad at, in a sentence; nothing for one unknown to this client. */
  const about = (id: string) => t(`recognition.about.${id}`, { defaultValue: '' });
  const inForce = formatRatio(effectiveThreshold(values, settings), number);
  const meanings = [
    [t('recognition.model'), about(values.recognition_model)],
    [t('recognition.detector'), about(values.detector_backend)],
    [t('recognition.match_threshold'), t('recognition.match_threshold_hint', { value: inForce })],
    [t('recognition.min_confidence'), t('recognition.min_confidence_hint')],
    [t('recognition.min_size_ratio'), t('recognition.min_size_ratio_hint')],
  ] as const;
  return (
    <Details summary={t('recognition.for_experts')}>
      <Stack component="dl" gap="xs" m={0}>
        {meanings.map(([setting, meaning]) => (
          <div key={setting}>
            <Text component="dt" size="sm" fw={600}>
              {setting}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {meaning}
            </Text>
          </div>
        ))}
      </Stack>
      <ModelLicences settings={settings} />
    </Details>
  );
}
