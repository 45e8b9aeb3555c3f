import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

/** Instead of a screen one may not use: says so, and leads back to where one came from. */
export function NoPermission({ text, back }: { text: string; back: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: back });
  };
  return (
    <Page>
      <EmptyState
        icon={IconLock}
        title={t('common.no_permission')}
        text={text}
        alert
        action={
          <Button variant="default" onClick={goBack}>
            {t('common.go_back')}
          </Button>
        }
      />
    </Page>
  );
}
