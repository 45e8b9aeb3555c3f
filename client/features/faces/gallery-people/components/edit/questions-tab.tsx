import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { type EditPeople, isAnsweredAlready } from '#client/features/faces/gallery-people/api/edit-people.ts';
import {
  useMatchQuestions,
  useQuestionCount,
  useSuggestions,
} from '#client/features/faces/gallery-people/api/list-people.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconChecks } from '#client/icons/checks.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import { useQuestionFigure } from '../use-question-figure.ts';
import { MatchQuestion } from './match-question.tsx';
import { MergeSuggestions } from './merge-suggestions.tsx';
import classes from './questions.module.css';
import { type GiveAnswer, useHeldQuestion } from './use-held-question.ts';

interface QuestionsTabProps {
  galleryId: string;
  edit: EditPeople;
  onMerged: (kept: string, gone: string[]) => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

type Links = RouterOutputs['galleryPeople']['matchQuestions'];
type Merges = RouterOutputs['galleryPeople']['suggestions'];

/** How many are asked before the rest can wait: those that say most, and of these the surest first. */
const atOnce = 10;

const questionsOf = (links: Links | undefined, merges: Merges | undefined) => [
  ...(links?.questions ?? []).map((link) => ({ key: `${link.person_id} ${link.club_person_id}`, link })),
  ...(merges?.suggestions ?? []).map((merge) => ({
    key: [merge.first.id, merge.second.id].sort().join(' '),
    merge,
  })),
];

/** Who somebody is comes first, in the order of the server. */
const distanceOf = (question: ReturnType<typeof questionsOf>[number]) =>
  'merge' in question ? question.merge.distance : -1;

/**
 * Who of the club somebody is, then which people are the same; one question at a time. Where somebody else has answered a
 * question first, a line says so.
 */
export function QuestionsTab({ galleryId, edit, onMerged, onWholePhoto }: QuestionsTabProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const questionFigure = useQuestionFigure();
  const { number } = useFormat();
  const links = useMatchQuestions(galleryId);
  const merges = useSuggestions(galleryId);
  const { more } = useQuestionCount(galleryId);
  const [skipped, setSkipped] = useState<string[]>([]);
  const [begun, setBegun] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const loaded = !links.isPending && merges.data !== undefined;
  const asked = questionsOf(links.data, merges.data);
  const open = asked.filter(({ key }) => !skipped.includes(key));
  const nextKeys = () =>
    open
      .slice(0, atOnce)
      .toSorted((a, b) => distanceOf(a) - distanceOf(b))
      .map(({ key }) => key);
  if (loaded && !begun?.length && open.length > 0) setBegun(nextKeys());
  const questions = begun?.flatMap((key) => open.find((asked) => asked.key === key) ?? []) ?? [];
  const left = asked.length - open.length;
  const { question, settled, ...held } = useHeldQuestion(loaded ? questions : undefined);
  if (merges.error) return <ErrorState error={merges.error} onRetry={() => void merges.refetch()} />;
  if (!loaded) return <Skeleton h={280} mt="md" />;

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
  const skip = (key: string) => () => {
    held.answer(key);
    setSkipped([...skipped, key]);
  };
  const remaining = questions.length - 1;
  const rest =
    remaining > 0 && t('gallery_people.questions_left', { count: remaining, n: number(remaining) });
  const common = { rest, edit, busy, onWholePhoto };
  return (
    <>
      {settled && (
        <p className={classes.settled} role="alert">
          {t('gallery_people.question_settled')}
        </p>
      )}
      {question === undefined && open.length > 0 ? (
        <EmptyState
          icon={IconChecks}
          title={t('gallery_people.rest_can_wait')}
          text={t('gallery_people.rest_can_wait_text')}
          action={
            <Button variant="default" onClick={() => setBegun(nextKeys())}>
              {t('gallery_people.more_questions')}
            </Button>
          }
        />
      ) : question === undefined ? (
        <EmptyState
          icon={IconChecks}
          title={
            left > 0
              ? t('gallery_people.questions_skipped', { count: left, n: questionFigure(left, more) })
              : t('gallery_people.no_questions')
          }
          {...(left > 0
            ? {
                action: (
                  <Button
                    variant="default"
                    onClick={() => {
                      setSkipped([]);
                      setBegun(skipped);
                    }}
                  >
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
