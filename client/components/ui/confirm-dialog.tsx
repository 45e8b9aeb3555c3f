import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmQuestion } from './confirm-question.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  question: ConfirmQuestion;
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** The dialog of useConfirm(), downloaded on first use. */
export function ConfirmDialog({ question, open, onAnswer }: ConfirmDialogProps) {
  const { t } = useTranslation();
  // Opened after mounting: a dialog mounted open does not know which element had the focus.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(open), [open]);
  return (
    <Dialog opened={opened} onClose={() => onAnswer(false)} title={question.title} size="sm" zIndex={400}>
      <Stack gap="lg">
        {typeof question.body === 'string' ? <Text>{question.body}</Text> : question.body}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button {...(question.danger ? { color: 'red' } : {})} onClick={() => onAnswer(true)}>
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
