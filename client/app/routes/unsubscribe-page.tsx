import { Button, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useUnsubscribe } from '#client/features/accounts/notifications/api/preferences.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';

/** The target of a link in a mail: `/unsubscribe#<token>`. Only the button ends anything, not its opening. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  usePageTitle(t('unsubscribe.title'));
  const token = useLocation({ select: ({ hash }) => hash });
  const { mutate, data, error, isPending } = useUnsubscribe();
  return (
    <Stack gap="lg">
      <Title order={1}>{t('unsubscribe.title')}</Title>
      {data ? (
        <Text role="status">
          {t(data.scope === 'digest' ? 'unsubscribe.done_digest' : 'unsubscribe.done')}
        </Text>
      ) : (
        <>
          <Text>{t('unsubscribe.text')}</Text>
          <FormError error={error} title={t('failed.unsubscribe')} />
          <Button size="lg" loading={isPending} onClick={() => mutate({ token })}>
            {t('unsubscribe.submit')}
          </Button>
        </>
      )}
      <AnchorLink to="/settings" fw={600}>
        {t('unsubscribe.settings')}
      </AnchorLink>
    </Stack>
  );
}
