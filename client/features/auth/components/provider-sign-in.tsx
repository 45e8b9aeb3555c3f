import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useGoToProvider } from '../api/provider.ts';

/** Beside the password: signs in with the OpenID provider. @param from the path to go on with */
export function ProviderSignIn({ provider, from }: { provider: string; from: string }) {
  const { t } = useTranslation();
  const { go, isPending, error } = useGoToProvider();
  return (
    <>
      <FormError error={error} />
      <Button
        variant="default"
        size="lg"
        leftSection={<IconLogin2 size={20} aria-hidden />}
        loading={isPending}
        styles={{ root: { blockSize: 'auto', minBlockSize: 50 }, label: { whiteSpace: 'normal' } }}
        onClick={() => go(from)}
      >
        {t('provider.sign_in', { provider })}
      </Button>
    </>
  );
}
