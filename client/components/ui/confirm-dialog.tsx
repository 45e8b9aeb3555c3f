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

/** Asked through useConfirm(); downloaded when the first question comes up. */
export function ConfirmDialog({ question, open, onAnswer }: ConfirmDialogProps) {
  const { t } = useTranslation();
  // Opened only once it is there: a dialog that is born open does not know where the focus came from.
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
