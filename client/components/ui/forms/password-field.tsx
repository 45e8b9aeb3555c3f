import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type PasswordFieldProps = Omit<PasswordInputProps, 'visibilityToggleButtonProps'>;

/** The password field: its visibility button has a label, and the input has aria-invalid, which Mantine leaves out. */
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
