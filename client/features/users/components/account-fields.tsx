import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface AccountFieldsProps {
  /** The form's own: value, error and what happens on input. */
  inputOf: (field: 'username' | 'email' | 'first_name' | 'last_name') => object;
  autoFocus?: boolean;
}

/** Who an account belongs to: the four fields that stand first wherever one is made or changed. */
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
