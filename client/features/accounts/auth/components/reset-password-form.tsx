import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { resetPasswordInput, type resetTokenOwner } from '#server/contract/schemas/users.ts';
import { useResetPassword } from '../api/reset-password.ts';

const SecondFactorForm = lazyPart(() =>
  import('./second-factor-form.tsx').then((module) => ({ default: module.SecondFactorForm })),
);

interface ResetPasswordFormProps {
  token: string;
  owner: z.output<typeof resetTokenOwner>;
  onDone: () => void;
  /** The password is set, and signing in begins anew. */
  onStartOver: () => void;
}

export function ResetPasswordForm({ token, owner, onDone, onStartOver }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { username, factors_removed_at } = owner;
  const removal = factors_removed_at && (
    <Text>{t('reset_password.factors_removed_at', { when: dateTime(factors_removed_at) })}</Text>
  );
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
  if (isCode(error, 'second_factor_required'))
    return (
      <Suspense>
        <Alert color="green" role="status">
          {t('second_factor.password_set')}
        </Alert>
        {removal}
        <SecondFactorForm
          credentials={{ username, password: form.values.new_password }}
          asked={error}
          untitled
          onStartOver={onStartOver}
          onDone={onDone}
        />
      </Suspense>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>{t('reset_password.for', { username })}</Text>
        {removal}
        <FormError
          error={isCode(error, 'field_invalid') ? null : error}
          title={t(
            isCode(error, 'passkey_required') ? 'second_factor.password_set' : 'failed.reset_password',
          )}
        />
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
