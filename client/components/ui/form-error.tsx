import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#client/lib/error-message.ts';
import classes from './form-error.module.css';

interface FormErrorProps {
  /** What the last attempt failed with, if it failed. */
  error: unknown;
  /** What was tried, where the reason alone would not say. */
  title?: string | undefined;
}

/** Above the fields of a form: why it could not be sent. */
export function FormError({ error, title }: FormErrorProps) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed may stand a whole phone's screen below.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  return (
    <Alert ref={alert} color="red" role="alert" title={title} className={classes.alert}>
      {errorMessage(t, error)}
    </Alert>
  );
}
