import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconKey } from '#client/icons/key.ts';
import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { useCreateResetLink, useFactors } from '../api/help-user.ts';

/** Creates a one-time link to set a new password and shows it once, as text and QR code. With it a lost second factor can be removed. */
export function ResetLink({ user }: { user: User }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { mutate, data, error, isPending } = useCreateResetLink();
  const { data: factors } = useFactors(user.id);
  const [removesFactors, setRemovesFactors] = useState(false);
  const name = user.full_name || user.username;
  const { has_factors, removed_at, refused_until } = factors ?? {};
  const isOffered = has_factors && !removed_at && !refused_until;
  const removal = removed_at
    ? t('accounts.factors_removed_at', { name, when: dateTime(removed_at) })
    : has_factors && refused_until && t('accounts.factors_refused', { name, when: dateTime(refused_until) });
  if (!data)
    return (
      <Stack gap="xs" align="flex-start">
        <FormError error={error} title={t('accounts.reset_link_failed')} />
        <Button
          variant="default"
          leftSection={<IconKey size={18} />}
          loading={isPending}
          onClick={() => mutate({ id: user.id, removes_factors: removesFactors })}
        >
          {t('accounts.reset_link')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('accounts.reset_link_hint', { hours: lifetimes.oneTimeTokenMs / hourMs })}
        </Text>
        {isOffered && (
          <Checkbox
            label={t('accounts.removes_factors')}
            description={t('accounts.removes_factors_hint', {
              name,
              hours: lifetimes.factorRemovalMs / hourMs,
            })}
            checked={removesFactors}
            onChange={(event) => setRemovesFactors(event.currentTarget.checked)}
          />
        )}
        {removal && <Text size="sm">{removal}</Text>}
      </Stack>
    );
  return (
    <Alert color="blue" role="status" title={t('accounts.reset_link_made', { name })}>
      <Group gap="md" align="flex-start">
        <QrCode url={data.url} size={168} title={t('accounts.reset_link_code', { name })} />
        <Stack gap="sm" flex="1 1 12rem" align="flex-start">
          <Text size="sm">{t('accounts.reset_link_text', { until: dateTime(data.expires_at) })}</Text>
          <CopyButton value={data.url} label={t('accounts.reset_link_copy')} />
          {removal && <Text size="sm">{removal}</Text>}
        </Stack>
        <AddressWarning url={data.url} />
      </Group>
    </Alert>
  );
}
