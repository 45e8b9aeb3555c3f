import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useOwnPassword } from '#client/hooks/use-own-password.ts';
import { useUser } from '#client/lib/session.ts';
import { useConfirmByPasskey } from '../api/confirm-by-passkey.ts';
import { useConfirmPassword } from '../api/confirm-password.ts';
import { useGoToProviderAgain, useProviderConnection } from '../api/provider.ts';

/** Asks for the password before a call that needs it is sent again. */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const { t } = useTranslation();
  const { username, has_password: hasPassword } = useUser();
  const confirm = useConfirmPassword();
  const { submit, field, failure } = useOwnPassword(confirm, () => onAnswer(true));
  const passkey = useConfirmByPasskey(() => onAnswer(true));
  const provider = useGoToProviderAgain();
  const { data: connection } = useProviderConnection().connection;
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('reauthentication.title')} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError error={failure} title={t('reauthentication.failed')} />
          <FormError error={passkey.error ?? provider.error} />
          <Text>{t(hasPassword ? 'reauthentication.text' : 'provider.reconfirm')}</Text>
          {/* Whose password it is, for programs that fill it in. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          {hasPassword && (
            <PasswordField
              label={t('profile.current_password')}
              autoComplete="current-password"
              data-autofocus
              {...field}
            />
          )}
          <Group justify="flex-end" gap="sm" mt="xs">
            {passkey.isOffered && (
              <Button variant="default" me="auto" loading={passkey.isPending} onClick={passkey.ask}>
                {t('passkeys.confirm')}
              </Button>
            )}
            {connection?.connected_since && (
              <Button
                variant="default"
                loading={provider.isPending}
                onClick={() => provider.go('confirm', window.location.pathname)}
              >
                {t('provider.sign_in', { provider: connection.label })}
              </Button>
            )}
            <Button variant="default" onClick={() => onAnswer(false)}>
              {t('common.cancel')}
            </Button>
            {hasPassword && (
              <Button type="submit" loading={confirm.isPending}>
                {t('reauthentication.confirm')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
