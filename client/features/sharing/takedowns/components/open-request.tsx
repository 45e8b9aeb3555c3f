import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';

interface OpenRequestProps {
  /** Of photos that were asked to be hidden. */
  count: number;
  withdraw: () => Promise<unknown>;
  withdrawing: boolean;
  /** Tells several apart for screen readers. */
  named?: boolean;
  /** What becomes of it. */
  children: ReactNode;
}

/** What a request to hide photos says until it is decided; it can be taken back. */
export function OpenRequest({ count, withdraw, withdrawing, named, children }: OpenRequestProps) {
  const { t } = useTranslation();
  const onError = useErrorToast(t('failed.takedown_withdraw'));
  const asked = t('takedowns.own_state.open', { count });
  return (
    <>
      <b>{asked}.</b> {children}{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        fw={600}
        {...(named && { 'aria-label': `${t('takedowns.withdraw')}: ${asked}` })}
        disabled={withdrawing}
        onClick={() => withdraw().then(() => toast.success(t('takedowns.shown_again', { count })), onError)}
      >
        {t('takedowns.withdraw')}
      </Anchor>
    </>
  );
}
