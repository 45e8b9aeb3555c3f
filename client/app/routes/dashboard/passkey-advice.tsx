import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { usePasskeys } from '#client/features/accounts/auth/api/passkeys.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { AdviceCard } from './advice-card.tsx';

/** Offers a passkey to accounts that have none, until it is put away on this device. */
export function PasskeyAdvice() {
  const { t } = useTranslation();
  const [hidden, hide] = useLocalStorage({
    key: 'passkey_advice_hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { list, add } = usePasskeys();
  const fail = useErrorToast();
  // A list that cannot be read is no reason to speak of passkeys: the page is about something else.
  if (hidden || list.data?.passkeys.length !== 0) return null;
  return (
    <AdviceCard
      title={t('passkeys.advice.title')}
      text={t('passkeys.advice.text')}
      onHide={() => hide(true)}
      action={
        <Button
          loading={add.isPending}
          onClick={() =>
            add.mutate(undefined, {
              onSuccess: (outcome) => {
                if (outcome === 'cancelled') return;
                if (outcome === 'added') toast.success(t('passkeys.added'));
                hide(true);
              },
              onError: fail,
            })
          }
        >
          {t('passkeys.add')}
        </Button>
      }
    />
  );
}
