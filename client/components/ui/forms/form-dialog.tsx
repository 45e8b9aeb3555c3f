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
  /** What sends the form, with the error of the last attempt, and the title of the error message. */
  mutation: { error: unknown; isPending: boolean };
  failed?: string;
  /** The label of the submit button; without one it saves. */
  submit?: string;
  /** What is sent cannot be undone. */
  danger?: boolean;
  /** Mantine's form. Errors of its fields are shown at the fields. */
  form?: { isDirty: () => boolean; values: object };
  /** Without such a form, or beside it: whether there are unsaved changes, and the fields. */
  dirty?: boolean;
  fields?: object;
  /** Shown on the opposite side of the buttons. */
  aside?: ReactNode;
  autoComplete?: 'off';
  children: ReactNode;
}

/** A dialog with a form: error, fields, cancel and submit. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', onClose, onSubmit, mutation, failed, form, aside } = props;
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={title} size={size}>
      <UnsavedChanges dirty={props.dirty ?? form?.isDirty() ?? false} />
      <form onSubmit={onSubmit} noValidate autoComplete={props.autoComplete}>
        <Stack gap="md">
          <FormError error={mutation.error} title={failed} fields={props.fields ?? form?.values} />
          {props.children}
          <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm" mt="xs">
            {aside}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={mutation.isPending} {...(props.danger && { color: 'red' })}>
                {props.submit ?? t('common.save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
