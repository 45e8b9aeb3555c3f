import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { useGoToProviderAgain, useProviderConnection } from '../api/provider.ts';

/** The viewer's account of the OpenID provider: connect, disconnect. Nothing where there is no provider. */
export function ProviderConnection() {
  const { settings } = usePublicSettings();
  return settings?.provider_label ? <Connection provider={settings.provider_label} /> : null;
}

function Connection({ provider }: { provider: string }) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const ask = useConfirm();
  const { has_password } = useUser();
  const { connection, disconnect } = useProviderConnection();
  const { go, isPending, error } = useGoToProviderAgain();
  const { data } = connection;
  const end = async () => {
    const isSure = await ask({
      title: t('provider.disconnect_title', { provider }),
      body: t('provider.disconnect_text'),
      confirm: t('provider.disconnect'),
      danger: true,
    });
    if (isSure) disconnect.mutate(undefined, { onSuccess: () => toast.success(t('provider.disconnected')) });
  };
  const failure = data ? null : connection.error;
  return (
    <Section title={t('provider.title', { provider })} text={t('provider.text', { provider })}>
      <Stack gap="md" align="flex-start">
        {failure && <ErrorState error={failure} onRetry={() => void connection.refetch()} />}
        <FormError error={error ?? disconnect.error} />
        {data?.connected_since === null && (
          <Button variant="default" loading={isPending} onClick={() => go('connect', '/settings')}>
            {t('provider.connect')}
          </Button>
        )}
        {data?.connected_since && (
          <>
            <Text>
              {t('provider.since', { date: longDate(data.connected_since) })}{' '}
              {data.session_hours === null
                ? t('provider.lasts_as_there', { provider })
                : t('provider.lasts', { count: data.session_hours })}
            </Text>
            {has_password ? (
              <Button variant="default" c="red" loading={disconnect.isPending} onClick={() => void end()}>
                {t('provider.disconnect')}
              </Button>
            ) : (
              <Text c="dimmed">{t('provider.no_password')}</Text>
            )}
          </>
        )}
      </Stack>
    </Section>
  );
}
