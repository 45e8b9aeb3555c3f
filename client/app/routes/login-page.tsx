import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ReserveSpace } from '#client/components/ui/feedback/reserve-space.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useLogin } from '#client/features/accounts/auth/api/login.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { isCode } from '#client/lib/error-message.ts';
import { useSession } from '#client/lib/session.ts';

const PasskeySignIn = lazyPart(() =>
  withAllTexts(() => import('#client/features/accounts/auth/components/passkey-sign-in.tsx')).then((m) => ({
    default: m.PasskeySignIn,
  })),
);
const ProviderSignIn = lazyPart(() =>
  withAllTexts(() => import('#client/features/accounts/auth/components/provider-sign-in.tsx')).then((m) => ({
    default: m.ProviderSignIn,
  })),
);
const SecondFactorForm = lazyPart(() =>
  withAllTexts(() => import('#client/features/accounts/auth/components/second-factor-form.tsx')).then(
    (m) => ({
      default: m.SecondFactorForm,
    }),
  ),
);

export function LoginPage() {
  const { t } = useTranslation();
  usePageTitle(t('login.title'));
  const { ended } = useSession();
  const search = useSearch({ from: '/signed-out/login' });
  const login = useLogin();
  const { settings, pending } = usePublicSettings();
  const passkeys = usePasskeysOffered();
  // The button is never disabled: browsers reveal autofilled passwords to a page only after the first click.
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (typed) => (typed.trim() ? null : t('validation.Username is required')),
      password: (typed) => (typed ? null : t('validation.Password is required')),
    },
  });
  const provider = settings?.provider_label;
  const isOnly = settings?.passwords_for === 'superusers' && !search.password;
  const asksForCode = isCode(login.error, 'second_factor_required');
  const passwordForm = (
    <form onSubmit={form.onSubmit((values) => login.mutate(values))} noValidate>
      <Stack gap="lg">
        <Title order={1}>{t('login.title')}</Title>
        {ended === 'expired' && !login.error && (
          <Alert color="yellow" role="status">
            {t('errors.session_expired')}
          </Alert>
        )}
        {ended === 'deleted' && !login.error && <Alert role="status">{t('login.account_deleted')}</Alert>}
        <FormError error={asksForCode ? null : login.error} title={t('failed.login')} />
        {!isOnly && (
          <>
            <Stack gap="md">
              {/* type="email" gives phones an email keyboard; usernames are accepted too, so the form has noValidate. */}
              <TextInput
                label={t('login.username')}
                autoComplete="username webauthn"
                type="email"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                {...form.getInputProps('username')}
              />
              <PasswordField
                label={t('login.password')}
                autoComplete="current-password"
                {...form.getInputProps('password')}
              />
            </Stack>
            <Button type="submit" size="lg" loading={login.isPending}>
              {t('login.submit')}
            </Button>
          </>
        )}
        {provider && (
          <Suspense fallback={<div style={{ height: 50 }} />}>
            <ProviderSignIn
              provider={provider}
              from={search.from ?? '/'}
              isOnly={isOnly ?? false}
              automatic={settings.provider_starts === 'at_once' && !search.password}
            />
          </Suspense>
        )}
        {!isOnly && (
          <>
            {passkeys && (
              <Suspense fallback={<div style={{ height: 50 }} />}>
                <PasskeySignIn />
              </Suspense>
            )}
            <AnchorLink to="/forgot-password">{t('login.forgot')}</AnchorLink>
            <Text c="dimmed">
              <ReserveSpace known={!pending}>
                {t('login.no_account')}{' '}
                {settings && settings.registration !== 'open' ? (
                  t('login.ask_for_account')
                ) : (
                  <AnchorLink to="/register" search={search} fw={600}>
                    {t('login.register')}
                  </AnchorLink>
                )}
              </ReserveSpace>
            </Text>
          </>
        )}
      </Stack>
    </form>
  );
  if (!asksForCode) return passwordForm;
  return (
    <Suspense fallback={passwordForm}>
      <SecondFactorForm credentials={form.values} asked={login.error} onStartOver={login.reset} />
    </Suspense>
  );
}
