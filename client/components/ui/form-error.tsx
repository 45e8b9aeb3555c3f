import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#client/lib/error-message.ts';

interface FormErrorProps {
  /** What the last attempt failed with, if it failed. */
  error: unknown;
  /** What was tried, where the reason alone would not say. */
  title?: string | undefined;
}

/** Above the fields of a form: why it could not be sent. */
export function FormError({ error, title }: FormErrorProps) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Alert color="red" role="alert" title={title}>
      {errorMessage(t, error)}
    </Alert>
  );
}
