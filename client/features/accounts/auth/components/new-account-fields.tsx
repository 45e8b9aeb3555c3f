import { TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { schemaErrors } from '#client/lib/schema-errors.ts';

interface NewAccountFieldsProps {
  /** Mantine's form.getInputProps: value, error and onChange. */
  inputOf: (field: 'full_name' | 'username' | 'email') => object;
  autoFocus?: 'full_name' | 'username' | undefined;
  emailHint?: string | undefined;
  /** It is made from the others. */
  withoutUsername?: boolean;
}

/** Name, username and address of a new account. */
export function NewAccountFields(props: NewAccountFieldsProps) {
  const { inputOf, autoFocus, emailHint, withoutUsername = false } = props;
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('register.full_name')}
        autoComplete="name"
        autoFocus={autoFocus === 'full_name'}
        {...inputOf('full_name')}
      />
      {!withoutUsername && (
        <TextInput
          label={t('register.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus === 'username'}
          {...inputOf('username')}
        />
      )}
      <TextInput
        label={t('register.email')}
        type="email"
        autoComplete="email"
        description={emailHint}
        {...inputOf('email')}
      />
    </>
  );
}

/** What is wrong with them, and with what else the schema says. */
export const newAccountErrors = (
  t: TFunction,
  fields: Parameters<typeof schemaErrors>[1],
  values: { full_name: string; username: string; email: string },
): Record<string, string> => ({
  ...schemaErrors(t, fields, values),
  ...(values.full_name.trim() ? {} : { full_name: t('validation.Full name is required') }),
});
