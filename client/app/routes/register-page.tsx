import { Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useRegister } from '#client/features/accounts/auth/api/register.ts';
import { RegisterForm } from '#client/features/accounts/auth/components/register-form.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';

export function RegisterPage() {
  const { t } = useTranslation();
  usePageTitle(t('register.title'));
  const search = useSearch({ from: '/signed-out/register' });
  const { settings } = usePublicSettings();
  const register = useRegister();

  if (settings && settings.registration !== 'open')
    return (
      <Stack gap="lg">
        <Title order={1}>{t('register.title')}</Title>
        <Text>
          {t(
            settings.registration === 'closed'
              ? 'errors.registration_closed'
              : 'errors.registration_by_invitation',
          )}
        </Text>
        <AnchorLink to="/login" search={search} fw={600}>
          {t('register.login')}
        </AnchorLink>
      </Stack>
    );

  return (
    <Stack gap="lg">
      <Title order={1}>{t('register.title')}</Title>
      <RegisterForm register={register} submit={t('register.submit')} autoFocus waitsUntilFilled />
      <Text c="dimmed">
        {t('register.have_account')}{' '}
        <AnchorLink to="/login" search={search} fw={600}>
          {t('register.login')}
        </AnchorLink>
      </Text>
    </Stack>
  );
}
