import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { type EditPeople, isAnsweredAlready } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconChecks } from '#client/icons/checks.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import { useQuestionFigure } from '../use-question-figure.ts';
import { MatchQuestion } from './match-question.tsx';
import { MergeSuggestions } from './merge-suggestions.tsx';
import classes from './questions.module.css';
import type { GiveAnswer } from './use-held-question.ts';
import { questionsOf, type useOpenQuestions } from './use-open-questions.ts';

interface QuestionsTabProps {
  open: ReturnType<typeof useOpenQuestions>;
  edit: EditPeople;
  onMerged: (kept: string, gone: string[]) => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/**
 * Who of the club somebody is, then which people are the same; one question at a time. Where somebody else has answered a
 * question first, a line says so.
 */
export function QuestionsTab({ open, edit, onMerged, onWholePhoto }: QuestionsTabProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const questionFigure = useQuestionFigure();
  const [busy, setBusy] = useState(false);
  const { links, merges, question, settled, skipped, count, more, ...held } = open;
  if (merges.error) return <ErrorState of={merges} />;
  if (!held.loaded) return <Skeleton h={280} mt="md" />;

  const answerTo =
    (key: string): GiveAnswer =>
    async (send) => {
      setBusy(true);
      held.answer(key);
      let refusal: unknown;
      const done = await send((error) => {
        refusal = error;
      });
      // Where the change has already had them fetched anew, that answer is waited for.
      const fresh = { cancelRefetch: false };
      const [linksNow, mergesNow] = await Promise.all([links.refetch(fresh), merges.refetch(fresh)]);
      setBusy(false);
      if (done) return;
      const isAsked = questionsOf(linksNow.data, mergesNow.data).some((other) => other.key === key);
      held.takeBack(key);
      if (isAsked || !isAnsweredAlready(refusal)) showError(refusal);
    };
  const skip = (key: string) => () => held.skip(key);
  const rest =
    count > 1 && t('gallery_people.questions_left', { count: count - 1, n: questionFigure(count - 1, more) });
  const common = { rest, edit, busy, onWholePhoto };
  return (
    <>
      {settled && (
        <p className={classes.settled} role="alert">
          {t('gallery_people.question_settled')}
        </p>
      )}
      {question === undefined && held.isRestOpen ? (
        <EmptyState
          icon={IconChecks}
          title={t('gallery_people.rest_can_wait')}
          text={t('gallery_people.rest_can_wait_text', { count, n: questionFigure(count, more) })}
          action={
            <Button variant="default" onClick={held.beginNext}>
              {t('gallery_people.more_questions')}
            </Button>
          }
        />
      ) : question === undefined ? (
        <EmptyState
          icon={IconChecks}
          title={
            skipped > 0
              ? t('gallery_people.questions_skipped', { count: skipped, n: questionFigure(skipped, more) })
              : t('gallery_people.no_questions')
          }
          {...(skipped > 0
            ? {
                action: (
                  <Button variant="default" onClick={held.showSkipped}>
                    {t('gallery_people.show_skipped')}
                  </Button>
                ),
              }
            : { text: t('gallery_people.no_questions_text') })}
        />
      ) : 'link' in question ? (
        <MatchQuestion
          key={question.key}
          question={question.link}
          onAnswer={answerTo(question.key)}
          onSkip={skip(question.key)}
          {...common}
        />
      ) : (
        <MergeSuggestions
          key={question.key}
          question={question.merge}
          onAnswer={answerTo(question.key)}
          onSkip={skip(question.key)}
          onMerged={onMerged}
          {...common}
        />
      )}
    </>
  );
}
