import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SlugFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (slug: string) => void;
  onBlur?: () => void;
}

export function SlugField({ onChange, ...field }: SlugFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...field}
      label={t('events.slug')}
      description={t('events.slug_hint')}
      required
      spellCheck={false}
      autoCapitalize="none"
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}
