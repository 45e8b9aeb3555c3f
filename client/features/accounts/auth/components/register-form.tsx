import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { registerInput, splitFullName } from '#server/contract/schemas/users.ts';
import { NewAccountFields, newAccountErrors } from './new-account-fields.tsx';

const fields = registerInput.pick({ username: true, email: true, password: true });
type NewAccount = z.input<typeof registerInput>;

/** The mutation that creates the account. */
export interface Register {
  mutate: (account: NewAccount, handlers: { onError: (error: unknown) => void }) => void;
  error: unknown;
  isPending: boolean;
}

interface RegisterFormProps {
  register: Register;
  submit: string;
  autoFocus?: boolean;
  /** The button is disabled until every field is filled; otherwise pressing it says what is missing. */
  waitsUntilFilled?: boolean;
}

/** The fields of a new account. */
export function RegisterForm(props: RegisterFormProps) {
  const { register, submit, autoFocus = false, waitsUntilFilled = false } = props;
  const { t } = useTranslation();
  const language = useLanguageCode();
  const form = useForm({
    initialValues: {
      full_name: '',
      username: '',
      email: '',
      password: '',
      confirm: '',
    },
    validateInputOnBlur: true,
    validate: (values) => ({
      ...newAccountErrors(t, fields, values),
      ...(values.confirm === values.password ? {} : { confirm: t('validation.Passwords do not match') }),
      ...(values.confirm ? {} : { confirm: t('validation.Please confirm your password') }),
    }),
  });
  const filled = Object.values(form.values).every((value) => value.trim() !== '');
  const send = form.onSubmit(({ full_name, username, email, password }) =>
    register.mutate(
      { username, email, password, language, ...splitFullName(full_name) },
      { onError: (error) => form.setErrors(fieldErrors(t, error)) },
    ),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="lg">
        <FormError error={register.error} title={t('failed.register')} fields={form.values} />
        <Stack gap="md">
          <NewAccountFields inputOf={form.getInputProps} autoFocus={autoFocus ? 'full_name' : undefined} />
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
        <Button type="submit" size="lg" disabled={waitsUntilFilled && !filled} loading={register.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
