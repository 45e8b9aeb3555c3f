import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { FormError } from './form-error.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface FormDialogProps {
  title: string;
  size?: ModalProps['size'];
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The error of the last attempt, and the title of the error message. */
  error: unknown;
  failed?: string;
  /** The values of the form: errors of these fields are shown at the fields. */
  fields?: object;
  /** The label of the submit button, and whether the form is being sent. */
  submit: string;
  pending: boolean;
  /** What is sent cannot be undone. */
  danger?: boolean;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** Shown on the opposite side of the buttons. */
  aside?: ReactNode;
  autoComplete?: 'off';
  children: ReactNode;
}

/** A dialog with a form: error, fields, cancel and submit. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', onClose, onSubmit, error, failed, aside } = props;
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={title} size={size}>
      <UnsavedChanges dirty={props.dirty} />
      <form onSubmit={onSubmit} noValidate autoComplete={props.autoComplete}>
        <Stack gap="md">
          <FormError error={error} title={failed} fields={props.fields} />
          {props.children}
          <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm" mt="xs">
            {aside}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={props.pending} {...(props.danger && { color: 'red' })}>
                {props.submit}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
