import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { registerInput, splitFullName } from '#server/contract/schemas/users.ts';
import { proposeUsername } from '../propose-username.ts';
import { NewAccountFields, newAccountErrors } from './new-account-fields.tsx';
import type { Register } from './register-form.tsx';

const fields = registerInput.pick({ username: true, email: true, password: true });
/** So often a proposed username that is taken is proposed anew. */
const PROPOSALS = 5;

interface JoinFormProps {
  register: Register;
  submit: string;
  /** What the invitation says of the person. */
  known: { full_name: string; email: string };
}

/** A new account by invitation: name, address and one password; the username is made from them and can be changed. */
export function JoinForm({ register, submit, known }: JoinFormProps) {
  const { t } = useTranslation();
  const language = useLanguageCode();
  /** The username as typed; null: the proposed one. */
  const [typed, setTyped] = useState<string | null>(null);
  const form = useForm({
    initialValues: { ...known, password: '' },
    validateInputOnBlur: true,
    validate: (values) =>
      newAccountErrors(t, fields, { ...values, username: typed ?? proposeUsername(values) }),
  });
  const username = typed ?? proposeUsername(form.values);
  /** Before that the proposal says nothing. */
  const isNamed = Boolean(form.values.full_name.trim() || form.values.email.trim());
  const attempt = (values: typeof form.values, name: string, left: number) =>
    register.mutate(
      {
        ...{ username: name, email: values.email, password: values.password, language },
        ...splitFullName(values.full_name),
      },
      {
        onError: (error) => {
          if (typed === null && left > 0 && isCode(error, 'username_taken')) {
            const suffix = String(Math.floor(Math.random() * 9000) + 1000);
            attempt(values, proposeUsername(values, suffix), left - 1);
            return;
          }
          form.setErrors(fieldErrors(t, error));
        },
      },
    );
  const send = form.onSubmit((values) => attempt(values, username, PROPOSALS));
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="lg">
        <FormError
          error={register.error}
          title={t('failed.register')}
          fields={{ ...form.values, username }}
        />
        <Stack gap="md">
          <NewAccountFields inputOf={form.getInputProps} withoutUsername />
          <PasswordField
            label={t('register.password')}
            description={t('register.password_hint')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {typed === null ? (
            isNamed && (
              <Group gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {t('register.proposed', { username })}
                </Text>
                <Button variant="subtle" size="compact-sm" onClick={() => setTyped(username)}>
                  {t('register.change_username')}
                </Button>
              </Group>
            )
          ) : (
            <TextInput
              label={t('register.username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={typed}
              error={form.errors.username}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Stack>
        <Button type="submit" size="lg" loading={register.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
