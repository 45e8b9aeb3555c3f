import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FaceSettings } from '../api/face-settings.ts';

/** What computes the models, where the operator asked for something else than the processor. */
export function ProviderNote({ provider: { name, refused } }: { provider: FaceSettings['provider'] }) {
  const { t } = useTranslation();
  if (refused)
    return (
      <Alert color="yellow" mt="xl" title={t('recognition.provider_refused_title', { name: refused })}>
        {t('recognition.provider_refused_text')}
      </Alert>
    );
  if (name === 'cpu') return null;
  return (
    <Text size="sm" mt="xl">
      {t('recognition.provider', { name })}
    </Text>
  );
}
