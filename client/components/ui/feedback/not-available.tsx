import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '#client/components/ui/layout/page.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { IconLock } from '#client/icons/lock.ts';
import { IconMapOff } from '#client/icons/map-off.ts';
import { EmptyState } from './empty-state.tsx';

interface NotAvailableProps {
  kind: 'forbidden' | 'missing';
  /** The whole sentence: what was not found or is not allowed. */
  text: string;
  /** Where to go if the history is empty. */
  back: string;
}

/** A screen that was not found or is not allowed, with a way back. */
export function NotAvailable({ kind, text, back }: NotAvailableProps) {
  const { t } = useTranslation();
  const router = useRouter();
  usePageTitle(t(`not_available.${kind}`));
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: back });
  };
  return (
    <Page>
      <EmptyState
        icon={kind === 'forbidden' ? IconLock : IconMapOff}
        title={text}
        alert
        whole
        action={
          <Button variant="default" onClick={goBack}>
            {t('common.go_back')}
          </Button>
        }
      />
    </Page>
  );
}
