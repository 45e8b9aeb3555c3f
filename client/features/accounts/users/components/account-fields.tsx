import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface AccountFieldsProps {
  /** Mantine's form.getInputProps: value, error and onChange. */
  inputOf: (field: 'username' | 'email' | 'first_name' | 'last_name') => object;
  autoFocus?: boolean;
}

/** The four fields shared by the forms that create and edit an account. */
export function AccountFields({ inputOf, autoFocus = false }: AccountFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('accounts.username')}
        required
        data-autofocus={autoFocus || undefined}
        autoCapitalize="none"
        spellCheck={false}
        {...inputOf('username')}
      />
      <TextInput label={t('accounts.email')} type="email" required {...inputOf('email')} />
      <TextInput label={t('accounts.first_name')} {...inputOf('first_name')} />
      <TextInput label={t('accounts.last_name')} {...inputOf('last_name')} />
    </>
  );
}
