import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { useDecideTakedown } from '../api/takedowns.ts';
import classes from './takedown-card.module.css';

interface DecideFormProps {
  galleryId: string;
  takedown: Takedown;
  /** Somebody asked who can read an answer. */
  isAsked: boolean;
}

/** One sentence to the asker, and the decision. A photo that was kept hidden can still be shown again. */
export function DecideForm({ galleryId, takedown, isAsked }: DecideFormProps) {
  const { t } = useTranslation();
  const failed = useErrorToast(t('failed.takedown_decide'));
  const decide = useDecideTakedown();
  const form = useForm({ initialValues: { answer: '' } });
  const send = (decision: 'granted' | 'declined') => {
    const answer = form.values.answer.trim();
    if (isAsked && decision === 'declined' && answer === '') {
      form.setErrors({ answer: t('takedowns.answer_missing') });
      return;
    }
    decide.mutate(
      { id: galleryId, takedown_id: takedown.id, decision, answer },
      {
        onSuccess: () => {
          form.reset();
          toast.success(t(decision === 'granted' ? 'takedowns.kept_hidden' : 'takedowns.shown_again'));
        },
        onError: (error) => {
          form.setErrors(fieldErrors(t, error));
          failed(error);
        },
      },
    );
  };
  const sending = (decision: string) => decide.isPending && decide.variables.decision === decision;
  return (
    <>
      {isAsked && (
        <TextInput
          label={t('takedowns.answer')}
          description={t('takedowns.answer_hint')}
          maxLength={inputLimits.takedownAnswerMax}
          {...form.getInputProps('answer')}
        />
      )}
      <div className={classes.actions}>
        {takedown.decided === null && (
          <Button
            leftSection={<IconEyeOff size={18} aria-hidden="true" />}
            loading={sending('granted')}
            disabled={decide.isPending}
            onClick={() => send('granted')}
          >
            {t('takedowns.keep_hidden')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden="true" />}
          loading={sending('declined')}
          disabled={decide.isPending}
          onClick={() => send('declined')}
        >
          {t('takedowns.show_again')}
        </Button>
      </div>
    </>
  );
}
