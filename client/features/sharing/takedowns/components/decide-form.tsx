import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { useDecideTakedown } from '../api/takedowns.ts';
import classes from './takedown-card.module.css';
import { TakedownPhotos } from './takedown-photos.tsx';

interface DecideFormProps {
  galleryId: string;
  /** Several photos of one request are decided together, or each by itself. */
  takedowns: [Takedown, ...Takedown[]];
  /** Somebody asked who can read an answer. */
  isAsked: boolean;
}

/** One sentence to the asker, and the decision. A photo that was kept hidden can still be shown again. */
export function DecideForm({ galleryId, takedowns, isAsked }: DecideFormProps) {
  const [takedown] = takedowns;
  const { hides, together: count } = takedown;
  const { t } = useTranslation();
  const failed = useErrorToast(t('failed.takedown_decide'));
  const decide = useDecideTakedown();
  const form = useForm({ initialValues: { answer: '' } });
  const send = (decision: 'granted' | 'declined', of?: Takedown) => {
    const answer = form.values.answer.trim();
    if (isAsked && decision === 'declined' && answer === '') {
      form.setErrors({ answer: t('takedowns.answer_missing') });
      return;
    }
    decide
      .mutateAsync({
        id: galleryId,
        takedown_id: (of ?? takedown).id,
        together: !of && count > 1,
        decision,
        answer,
      })
      .then(
        () => {
          form.reset();
          toast.success(
            t(decision === 'granted' ? 'takedowns.kept_hidden' : 'takedowns.shown_again', {
              count: of ? 1 : count,
            }),
          );
        },
        (error: unknown) => {
          form.setErrors(fieldErrors(t, error));
          failed(error);
        },
      );
  };
  const sending = (decision: string, id = takedown.id) =>
    decide.isPending && decide.variables.decision === decision && decide.variables.takedown_id === id;
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
      {count > 1 && (
        <TakedownPhotos
          takedowns={takedowns}
          show={t(hides ? 'takedowns.show_again' : 'takedowns.keep_shown')}
          disabled={decide.isPending}
          onShow={(each) => send('declined', each)}
        />
      )}
      <div className={classes.actions}>
        {takedown.decided === null && (
          <Button
            leftSection={<IconEyeOff size={18} />}
            loading={sending('granted')}
            disabled={decide.isPending}
            onClick={() => send('granted')}
          >
            {t(
              hides
                ? count > 1
                  ? 'takedowns.keep_all_hidden'
                  : 'takedowns.keep_hidden'
                : 'takedowns.hide_asked',
            )}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconEye size={18} />}
          loading={sending('declined')}
          disabled={decide.isPending}
          onClick={() => send('declined')}
        >
          {t(
            hides
              ? count > 1
                ? 'takedowns.show_all_again'
                : 'takedowns.show_again'
              : 'takedowns.keep_shown',
          )}
        </Button>
      </div>
    </>
  );
}
