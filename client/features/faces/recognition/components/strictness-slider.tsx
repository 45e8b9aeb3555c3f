import { Group, Slider, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ARROW_KEY_STEP } from './ratio.ts';

interface StrictnessSliderProps {
  value: number;
  /** Stands in the middle. */
  measured: number;
  onChange: (value: number) => void;
}

/** The match threshold without its number. */
export function StrictnessSlider({ value, measured, onChange }: StrictnessSliderProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('recognition.strictness')}
      </Text>
      <Slider
        size="lg"
        thumbSize={28}
        label={null}
        thumbLabel={t('recognition.strictness')}
        min={measured / 2}
        max={Math.min(1, measured * 1.5)}
        step={ARROW_KEY_STEP}
        marks={[{ value: measured }]}
        value={value}
        onChange={onChange}
      />
      <Group justify="space-between">
        <Text size="sm">{t('recognition.strict')}</Text>
        <Text size="sm">{t('recognition.generous')}</Text>
      </Group>
    </Stack>
  );
}
