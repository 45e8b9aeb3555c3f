import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#client/lib/error-message.ts';
import { EmptyState } from './empty-state.tsx';

/** A list or screen that could not be loaded: what happened, and the way to try again. */
export function ErrorState({
  error,
  onRetry,
  title,
  whole = false,
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
  /** Nothing else stands on the screen: the title is its heading. */
  whole?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconCloudOff}
      title={title ?? t('common.load_failed')}
      text={errorMessage(t, error)}
      alert
      whole={whole}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        )
      }
    />
  );
}
