import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { AnchorLink } from '#client/components/ui/links.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { useRegister } from '#client/features/auth/api/register.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { useLanguageCode } from '#client/lib/use-language-code.ts';
import { usePageTitle } from '#client/lib/use-page-title.ts';
import { usePublicSettings } from '#client/lib/use-public-settings.ts';
import { registerInput, splitFullName } from '#server/contract/schemas/users.ts';

const fields = registerInput.pick({ username: true, email: true, password: true });

export function RegisterPage() {
  const { t } = useTranslation();
  usePageTitle(t('register.title'));
  const search = useSearch({ from: '/signed-out/register' });
  const { settings } = usePublicSettings();
  const language = useLanguageCode();
  const register = useRegister();
  const form = useForm({
    initialValues: { full_name: '', username: '', email: '', password: '', confirm: '' },
    validateInputOnBlur: true,
    validate: (values) => ({
      ...schemaErrors(t, fields, values),
      ...(values.full_name.trim() ? {} : { full_name: t('validation.Full name is required') }),
      ...(values.confirm === values.password ? {} : { confirm: t('validation.Passwords do not match') }),
      ...(values.confirm ? {} : { confirm: t('validation.Please confirm your password') }),
    }),
  });
  const filled = Object.values(form.values).every((value) => value.trim() !== '');

  const submit = form.onSubmit(({ full_name, username, email, password }) =>
    register.mutate(
      { username, email, password, language, ...splitFullName(full_name) },
      { onError: (error) => form.setErrors(fieldErrors(t, error)) },
    ),
  );

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
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Title order={1}>{t('register.title')}</Title>
        <FormError error={register.error} title={t('failed.register')} fields={form.values} />
        <Stack gap="md">
          <TextInput
            label={t('register.full_name')}
            autoComplete="name"
            autoFocus
            {...form.getInputProps('full_name')}
          />
          <TextInput
            label={t('register.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <TextInput
            label={t('register.email')}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('register.password')}
            description={t('register.password_hint')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('register.confirm')}
            autoComplete="new-password"
            {...form.getInputProps('confirm')}
          />
        </Stack>
        <Button type="submit" size="lg" disabled={!filled} loading={register.isPending}>
          {t('register.submit')}
        </Button>
        <Text c="dimmed">
          {t('register.have_account')}{' '}
          <AnchorLink to="/login" search={search} fw={600}>
            {t('register.login')}
          </AnchorLink>
        </Text>
      </Stack>
    </form>
  );
}
