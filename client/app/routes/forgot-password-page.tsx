import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ForgotPasswordForm } from '#client/features/accounts/auth/components/forgot-password-form.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';

/** Sends a link by mail; without mail it says who can reset a password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  usePageTitle(t('forgot_password.title'));
  const { settings, pending } = usePublicSettings();
  return (
    <Stack gap="lg">
      <Title order={1}>{t('forgot_password.title')}</Title>
      {pending ? (
        <Skeleton h={200} />
      ) : settings?.mail ? (
        <ForgotPasswordForm />
      ) : (
        <Text>{t('forgot_password.ask')}</Text>
      )}
      <AnchorLink to="/login" fw={600}>
        {t('forgot_password.back')}
      </AnchorLink>
    </Stack>
  );
}
