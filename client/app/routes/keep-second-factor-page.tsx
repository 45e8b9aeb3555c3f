import { Button, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useStopRemovalByLink } from '#client/features/accounts/second-factor/api/second-factor.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';

/** The target of a link in a mail: `/keep-second-factor#<token>`. Only the button uses the link up, not its opening. */
export function KeepSecondFactorPage() {
  const { t } = useTranslation();
  const installation = useInstallationName();
  usePageTitle(t('second_factor.removal.title'));
  const token = useLocation({ select: ({ hash }) => hash });
  const { mutate, data, error, isPending } = useStopRemovalByLink();
  return (
    <Stack gap="lg">
      <Title order={1}>{t('second_factor.removal.title')}</Title>
      {data ? (
        <Text role="status">{t('second_factor.removal.done', data)}</Text>
      ) : (
        <>
          <Text>{t('second_factor.removal.text')}</Text>
          <FormError error={error} title={t('second_factor.removal.failed')} />
          <Button size="lg" loading={isPending} onClick={() => mutate({ token })}>
            {t('second_factor.removal.submit')}
          </Button>
        </>
      )}
      <AnchorLink to="/" fw={600}>
        {t('confirm_email.home', { installation })}
      </AnchorLink>
    </Stack>
  );
}
