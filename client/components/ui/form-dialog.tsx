import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface FormDialogProps {
  title: string;
  size?: ModalProps['size'];
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Why the last attempt failed, and in words what was tried. */
  error: unknown;
  failed?: string;
  /** The values of the form: what is wrong with one of them is said at its field. */
  fields?: object;
  /** What the sending button says, and whether it is at it. */
  submit: string;
  pending: boolean;
  /** Whether something typed is not saved yet. */
  dirty: boolean;
  /** Stands across from the buttons. */
  aside?: ReactNode;
  autoComplete?: 'off';
  children: ReactNode;
}

/** A dialog that asks for something to be filled in: the reason of a failure, the fields, cancel and send. */
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
              <Button type="submit" loading={props.pending}>
                {props.submit}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
