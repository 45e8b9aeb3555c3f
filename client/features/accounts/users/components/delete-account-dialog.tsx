import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useOwnPassword } from '#client/hooks/use-own-password.ts';
import { useContributions, useDeleteAccount } from '../api/own-account.ts';

const kinds = ['photos', 'galleries', 'events', 'clubs'] as const;

/** Loads what else ends with the account. */
export type UseEndOfAccount = () => { isKnown: boolean; ends: ReactNode };

/** Asks for the password, and says what ends and what of the account stays. */
export default function DeleteAccountDialog({
  useEnd,
  onClose,
}: {
  useEnd: UseEndOfAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, isFetched, fetchStatus } = useContributions();
  const { isKnown, ends } = useEnd();
  const deletion = useDeleteAccount();
  const { submit, field, failure } = useOwnPassword(deletion);
  const left = kinds.filter((kind) => data && data[kind] > 0);
  return (
    // Opened when it is known what ends and what stays, because on a phone a list that arrived later would move what stands above it; without
    // a connection at once.
    <Dialog
      opened={isKnown && (isFetched || fetchStatus === 'paused')}
      onClose={onClose}
      title={t('own_data.delete')}
      size="md"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError error={failure} title={t('failed.delete_account')} />
          <Text>{t('own_data.goes')}</Text>
          {ends}
          {data && (
            <Text>
              {t(
                left.length > 0
                  ? 'own_data.stays'
                  : data.people > 0 || ends
                    ? 'own_data.stays_little'
                    : 'own_data.stays_nothing',
              )}
            </Text>
          )}
          {data && left.length > 0 && (
            <List>
              {left.map((kind) => (
                <List.Item key={kind}>
                  {t(`own_data.count.${kind}`, { count: data[kind], n: number(data[kind]) })}
                </List.Item>
              ))}
            </List>
          )}
          {data && data.people > 0 && <Text>{t('own_data.stays_people')}</Text>}
          <PasswordField
            label={t('profile.current_password')}
            autoComplete="current-password"
            data-autofocus
            {...field}
          />
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={deletion.isPending}>
              {t('own_data.delete_for_good')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
