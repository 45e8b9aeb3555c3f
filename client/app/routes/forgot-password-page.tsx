import { Code, Stack, Text, Title } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/links.tsx';
import { usePageTitle } from '#client/lib/use-page-title.ts';

/** Says who can reset a password: an administrator, or the operator of the server. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  usePageTitle(t('forgot_password.title'));
  return (
    <Stack gap="lg">
      <Title order={1}>{t('forgot_password.title')}</Title>
      <Text>{t('forgot_password.ask')}</Text>
      <Text c="dimmed">
        <Trans
          i18nKey="forgot_password.operator"
          components={{ command: <Code>npm run admin -- reset …</Code> }}
        />
      </Text>
      <AnchorLink to="/login" fw={600}>
        {t('forgot_password.back')}
      </AnchorLink>
    </Stack>
  );
}
