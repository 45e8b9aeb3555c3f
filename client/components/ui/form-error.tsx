import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, fieldErrors } from '#client/lib/error-message.ts';
import classes from './form-error.module.css';

interface FormErrorProps {
  /** What the last attempt failed with, if it failed. */
  error: unknown;
  /** What was tried, where the reason alone would not say. */
  title?: string | undefined;
  /** The fields of the form, by name. What is said at each of them is not said here again. */
  fields?: object | undefined;
}

/** Above the fields of a form: why it could not be sent. */
export function FormError({ error, title, fields }: FormErrorProps) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed may stand a whole phone's screen below.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const named = Object.keys(fieldErrors(t, error));
  const saidThere = named.length > 0 && named.every((name) => name in (fields ?? {}));
  if (!error || saidThere) return null;
  return (
    <Alert ref={alert} color="red" role="alert" title={title} className={classes.alert}>
      {errorMessage(t, error)}
    </Alert>
  );
}
