import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { IconLogout } from '#client/icons/logout.ts';
import { toast } from '#client/lib/toast.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { useEndSessions } from '../api/help-user.ts';

/** Signs a user out everywhere. */
export function EndSessions({ user }: { user: User }) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useEndSessions();
  const name = user.full_name || user.username;
  return (
    <Stack gap="xs" align="flex-start">
      <FormError error={error} title={t('accounts.end_sessions_failed')} />
      <Button
        variant="default"
        leftSection={<IconLogout size={18} />}
        loading={isPending}
        onClick={() =>
          mutate({ id: user.id }, { onSuccess: () => toast.success(t('accounts.sessions_ended', { name })) })
        }
      >
        {t('accounts.end_sessions')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('accounts.end_sessions_hint')}
      </Text>
    </Stack>
  );
}
