import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { toast } from '#client/lib/toast.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { useRequestVerification } from '../api/email.ts';

/** Says whether the address is confirmed and takes mail. Without mail it says nothing. */
export function EmailStatus({ user }: { user: User }) {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  const { mutate, error, isPending, isSuccess } = useRequestVerification();
  if (!settings?.mail) return null;
  const text = user.pending_email
    ? t('profile.email_pending', { email: user.pending_email })
    : user.email_bounced
      ? t('profile.email_bounced')
      : user.email_verified
        ? null
        : t('profile.email_unverified');
  if (!text)
    return (
      <Text size="sm" c="dimmed">
        {t('profile.email_verified')}
      </Text>
    );
  return (
    <Alert color={user.email_bounced && !user.pending_email ? 'red' : 'yellow'}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <FormError error={error} title={t('failed.verification')} />
      {(user.pending_email || !user.email_verified) && (
        <Group mt="sm">
          <Button
            variant="default"
            size="sm"
            loading={isPending}
            disabled={isSuccess}
            onClick={() =>
              mutate(undefined, { onSuccess: () => toast.success(t('profile.verification_sent')) })
            }
          >
            {t('profile.send_verification')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
