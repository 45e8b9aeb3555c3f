import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmOptions } from './confirm-options.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  options: ConfirmOptions;
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The dialog of useConfirm(), downloaded on first use. */
export default function ConfirmDialog({ options, open, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  // Opened after mounting: a dialog mounted open does not know which element had the focus.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(open), [open]);
  return (
    <Dialog opened={opened} onClose={onClose} title={options.title} size="sm" zIndex={400}>
      <Stack gap="lg">
        {typeof options.body === 'string' ? <Text>{options.body}</Text> : options.body}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button {...(options.danger ? { color: 'red' } : {})} onClick={onConfirm}>
            {options.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
