import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { resetPasswordInput } from '#server/contract/schemas/users.ts';
import { useResetPassword } from '../api/reset-password.ts';

interface ResetPasswordFormProps {
  token: string;
  username: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, username, onDone }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useResetPassword();
  const form = useForm({
    initialValues: { new_password: '', confirm: '' },
    validate: (values) => ({
      ...schemaErrors(t, resetPasswordInput, { token, ...values }),
      ...(values.confirm === values.new_password ? {} : { confirm: t('validation.Passwords do not match') }),
      ...(values.confirm ? {} : { confirm: t('validation.Please confirm your password') }),
    }),
  });
  const submit = form.onSubmit(({ new_password }) =>
    mutate(
      { token, new_password },
      { onSuccess: onDone, onError: (failure) => form.setErrors(fieldErrors(t, failure)) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>{t('reset_password.for', { username })}</Text>
        <FormError error={isCode(error, 'field_invalid') ? null : error} title={t('failed.reset_password')} />
        <Stack gap="md">
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label={t('profile.new_password')}
            description={t('profile.new_password_hint')}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('new_password')}
          />
          <PasswordField
            label={t('profile.confirm_password')}
            autoComplete="new-password"
            {...form.getInputProps('confirm')}
          />
        </Stack>
        <Button type="submit" size="lg" loading={isPending}>
          {t('reset_password.submit')}
        </Button>
      </Stack>
    </form>
  );
}
