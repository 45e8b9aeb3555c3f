import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { IconFingerprint } from '#client/icons/fingerprint.ts';
import { usePasskeySignIn } from '../api/passkey-sign-in.ts';

/** Beside the password: signs in with a passkey. */
export function PasskeySignIn() {
  const { t } = useTranslation();
  const { choose, isPending, error } = usePasskeySignIn();
  return (
    <>
      <FormError error={error} />
      <Button
        variant="default"
        size="lg"
        leftSection={<IconFingerprint size={20} />}
        loading={isPending}
        onClick={choose}
      >
        {t('passkeys.sign_in')}
      </Button>
    </>
  );
}
