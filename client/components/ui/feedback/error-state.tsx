import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCloudOff } from '#client/icons/cloud-off.ts';
import { IconLinkOff } from '#client/icons/link-off.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import { useTellError } from '#client/lib/told-errors.ts';
import { EmptyState } from './empty-state.tsx';

/** A list or screen that could not be loaded: the error and a retry button. Without one it is a link that has ended. */
export function ErrorState({
  of,
  error = of?.error,
  onRetry = of && (() => void of.refetch()),
  title,
  whole = false,
}: {
  /** The query that failed, instead of its error and how it is asked again. */
  of?: { error: unknown; refetch: () => unknown };
  error?: unknown;
  onRetry?: (() => void) | undefined;
  title?: string;
  /** The only content of the screen: the title is its h1. */
  whole?: boolean;
}) {
  const { t } = useTranslation();
  useTellError(error);
  return (
    <EmptyState
      icon={onRetry || whole ? IconCloudOff : IconLinkOff}
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
