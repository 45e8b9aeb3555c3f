import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { IconClockOff } from '#client/icons/clock-off.ts';
import { IconLinkOff } from '#client/icons/link-off.ts';
import { errorMessage, isCode } from '#client/lib/error-message.ts';
import { useTellError } from '#client/lib/told-errors.ts';
import { SharedCard } from './share-link-layout.tsx';

/** The link is over for good, or until its owner changes it: 410 expired, 404 not found, 403 disabled. */
export const isLinkOver = (error: unknown): boolean =>
  isCode(error, 'link_expired', 'link_not_found', 'link_inactive');

/** Errors of a shared link; those of a link that is not over can be retried. */
export function ShareLinkError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  useTellError(error);
  const expired = isCode(error, 'link_expired');
  const known = isLinkOver(error);
  const title = known ? errorMessage(t, error) : t('shared.failed');
  usePageTitle(title);
  return (
    <SharedCard
      icon={expired ? IconClockOff : IconLinkOff}
      title={title}
      text={known ? t(expired ? 'shared.expired_text' : 'shared.ask_again') : errorMessage(t, error)}
      alert
    >
      {!known && (
        <Button variant="default" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      )}
    </SharedCard>
  );
}
