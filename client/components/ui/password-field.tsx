import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type PasswordFieldProps = Omit<PasswordInputProps, 'visibilityToggleButtonProps'>;

/** The one field for passwords: its eye has a name, and it says itself that it is wrong, as all other fields do. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
      {...props}
    />
  );
}
