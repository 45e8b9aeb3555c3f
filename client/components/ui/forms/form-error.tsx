import { Alert } from '@mantine/core';
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, fieldErrors, isCode } from '#client/lib/error-message.ts';
import { ConflictContext } from './conflict-context.ts';
import classes from './form-error.module.css';

interface FormErrorProps {
  /** The error of the last attempt. */
  error: unknown;
  /** A title that says what was tried. */
  title?: string | undefined;
  /** The fields of the form, by name. Errors shown at a field are not repeated here. */
  fields?: object | undefined;
}

/** The error message above the fields of a form. */
export function FormError({ error, title, fields }: FormErrorProps) {
  const { t } = useTranslation();
  const conflict = use(ConflictContext);
  const alert = useRef<HTMLDivElement>(null);
  // The submit button may be a whole screen further down.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const named = Object.keys(fieldErrors(t, error));
  const saidThere = named.length > 0 && named.every((name) => name in (fields ?? {}));
  if (!error || saidThere) return null;
  return (
    <Alert ref={alert} color="red" role="alert" title={title} className={classes.alert}>
      {(isCode(error, 'edit_conflict') && conflict) || errorMessage(t, error)}
    </Alert>
  );
}
