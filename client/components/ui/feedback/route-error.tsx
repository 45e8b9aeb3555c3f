import { Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#client/components/ui/layout/page.tsx';
import { IconRefresh } from '#client/icons/refresh.ts';
import { ScreenNotFetched } from '#client/lib/lazy-screen.ts';
import { useOutdated } from '#client/lib/outdated-tab.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

/** Error boundary of a screen: the layout stays. A missing script of an old version is explained. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const outdated = useOutdated();
  const router = useRouter();
  const again = useCallback(() => {
    if (error instanceof ScreenNotFetched) window.location.reload();
    else void router.invalidate().then(reset);
  }, [error, router, reset]);
  // Offline: the script of the screen could not be loaded; it is retried when the connection is back.
  useEffect(() => onlineManager.subscribe((online) => online && again()), [again]);
  return (
    <Page>
      {outdated ? (
        <EmptyState
          icon={IconRefresh}
          title={t('shell.outdated')}
          text={t('shell.outdated_text')}
          action={<Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>}
        />
      ) : (
        <ErrorState error={error} onRetry={again} />
      )}
    </Page>
  );
}
