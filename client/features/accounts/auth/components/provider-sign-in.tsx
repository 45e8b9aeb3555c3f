import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { IconLogin2 } from '#client/icons/login-2.ts';
import { useSession } from '#client/lib/session.ts';
import { useGoToProvider } from '../api/provider.ts';
import { stayHere, staysHere } from '../api/stay-here.ts';

interface ProviderSignInProps {
  provider: string;
  /** The path to go on with. */
  from: string;
  /** Goes there at once, unless somebody has just signed out or something went wrong. */
  automatic?: boolean;
  /** There is no other way in. */
  isOnly?: boolean;
}

/** Signs in with the OpenID provider. */
export function ProviderSignIn({ provider, from, automatic = false, isOnly = false }: ProviderSignInProps) {
  const { t } = useTranslation();
  const { go, isPending, error } = useGoToProvider();
  const { ended } = useSession();
  const isBegun = useRef(false);
  useEffect(() => {
    if (!automatic || ended !== null || staysHere() || isBegun.current) return;
    isBegun.current = true;
    go(from);
  }, [automatic, ended, from, go]);
  const choose = () => {
    isBegun.current = true;
    stayHere(false);
    go(from);
  };
  return (
    <>
      <FormError error={error} />
      <Button
        variant={isOnly ? 'filled' : 'default'}
        size="lg"
        leftSection={<IconLogin2 size={20} />}
        loading={isPending}
        styles={{ root: { blockSize: 'auto', minBlockSize: 50 }, label: { whiteSpace: 'normal' } }}
        onClick={choose}
      >
        {t('provider.sign_in', { provider })}
      </Button>
    </>
  );
}
