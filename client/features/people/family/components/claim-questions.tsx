import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { askedPurposes } from '#server/contract/consent.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';
import classes from './family.module.css';
import { OneQuestion } from './one-question.tsx';
import { useQuestion } from './use-question.ts';

type Claim = Family['claims'][number];
type Question = Claim['questions'][number];
type Purpose = Question['purpose'];

/** The questions about photos of somebody whom the club has not confirmed yet, one after the other, then all answers. */
export function ClaimQuestions({ claim }: { claim: Claim }) {
  const [later, setLater] = useState<readonly Purpose[]>([]);
  const [again, setAgain] = useState<Purpose>();
  const next = claim.questions.find(({ purpose, answer }) =>
    again ? purpose === again : answer === null && !later.includes(purpose),
  );
  if (!next) return <ClaimAnswers claim={claim} onChange={setAgain} />;
  return (
    <ClaimQuestion
      key={next.purpose}
      claim={claim}
      question={next}
      onAnswered={() => setAgain(undefined)}
      onLater={() => {
        setAgain(undefined);
        setLater((before) => [...before, next.purpose]);
      }}
    />
  );
}

/** The focus goes to the heading of each step, so that it is read out. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.step}>
      {children}
    </h2>
  );
}

interface ClaimQuestionProps {
  claim: Claim;
  question: Question;
  onAnswered: () => void;
  onLater: () => void;
}

function ClaimQuestion({ claim, question, onAnswered, onLater }: ClaimQuestionProps) {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const { answerClaim } = useFamilyActions();
  const onError = useErrorToast(t('failed.consent_answer'));
  const { purpose, text } = question;
  const say = (answer: 'yes' | 'no') =>
    answerClaim.mutate(
      { id: claim.id, purpose, answer, language, text_version: text.version },
      { onSuccess: onAnswered, onError },
    );
  return (
    <section className={classes.claim}>
      <Text size="sm" c="dimmed">
        {t('family.question_of', { n: askedPurposes.indexOf(purpose) + 1, total: askedPurposes.length })}
      </Text>
      <StepHeading>{useQuestion(claim)(purpose)}</StepHeading>
      <OneQuestion
        purpose={purpose}
        text={text.body}
        pending={answerClaim.isPending ? answerClaim.variables.answer : undefined}
        onSay={say}
        onLater={onLater}
      />
    </section>
  );
}

/** What was answered, and what happens now. */
function ClaimAnswers({ claim, onChange }: { claim: Claim; onChange: (purpose: Purpose) => void }) {
  const { t } = useTranslation();
  const question = useQuestion(claim);
  const { club_name: club, questions } = claim;
  const isFound = questions.some(({ purpose, answer }) => purpose === 'find' && answer === 'yes');
  return (
    <section className={classes.claim}>
      <StepHeading>{t('family.told', { club })}</StepHeading>
      <Text>{t(isFound ? 'family.told_find_text' : 'family.told_text')}</Text>
      <Group gap="sm">
        <ButtonLink to="/my-photos">{t('family.finish')}</ButtonLink>
        {claim.relation === 'child' && (
          <ButtonLink to="/my-photos" search={{ whose: 'child' }} variant="default">
            {t('family.another_child')}
          </ButtonLink>
        )}
      </Group>
      <ul className={classes.questions}>
        {questions.map(({ purpose, answer }) => (
          <li key={purpose} className={classes.question}>
            <div>
              <Text size="sm">{question(purpose)}</Text>
              <Text fw={600}>{t(answer === null ? 'family.state.unknown' : `family.${answer}`)}</Text>
              {answer === null && <Text size="sm">{t(`family.means.${purpose}.unknown`)}</Text>}
              {purpose === 'outside' && answer === 'no' && <Text size="sm">{t('family.guard_later')}</Text>}
            </div>
            <Button
              variant="subtle"
              mod="flush"
              aria-label={t('family.change_named', { question: question(purpose) })}
              onClick={() => onChange(purpose)}
            >
              {t(answer === null ? 'family.answer_now' : 'family.change')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
