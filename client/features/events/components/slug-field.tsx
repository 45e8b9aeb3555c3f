import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SlugFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (slug: string) => void;
  onBlur?: () => void;
}

/** The slug as text; a field on request, or if it is missing or invalid. */
export function SlugField({ value = '', error, onChange, onBlur }: SlugFieldProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState(false);
  // Once invalid, the field stays visible while it is being corrected.
  if (error && !refused) setRefused(true);
  if (asked || refused || error)
    return (
      <TextInput
        label={t('events.slug')}
        description={t('events.slug_hint')}
        required
        spellCheck={false}
        autoCapitalize="none"
        autoFocus={asked}
        value={value}
        error={error}
        onBlur={onBlur}
        onChange={(change) => onChange(change.currentTarget.value)}
      />
    );
  if (!value) return null;
  return (
    <Group gap="xs" justify="space-between" mt={-8} wrap="nowrap">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('events.slug_is', { slug: value })}
      </Text>
      <Button variant="subtle" size="compact-sm" flex="none" onClick={() => setAsked(true)}>
        {t('events.slug_change')}
      </Button>
    </Group>
  );
}
