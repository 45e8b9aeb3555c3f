import { Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { toast } from '#client/lib/toast.ts';
import { askedPurposes, type Purpose } from '#server/contract/consent.ts';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { useFamily, useFamilyActions } from '../api/family.ts';
import classes from './family.module.css';
import { OneQuestion } from './one-question.tsx';
import { useQuestion } from './use-question.ts';

type Asked = { person: FamilyPerson; consent: FamilyPerson['consents'][number] };

const isOpen = ({ own, current }: FamilyPerson['consents'][number]) => own === null && current === 'unknown';

/**
 * The question about photos of somebody that is asked now: one a day that nobody has answered, and behind a no to `outside`, at that
 * moment and never again, whether the club may look for them before it shows photos.
 */
export function useEveningQuestion(id: string) {
  const today = useToday();
  const person = useFamily().data?.people.find((each) => each.id === id);
  const [askedOn, setAskedOn] = useLocalStorage({
    key: `family_question_${id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [follows, setFollows] = useState(false);
  const purposesNow: readonly Purpose[] = follows ? ['guard'] : askedOn === today ? [] : askedPurposes;
  const consent = person?.consents.find((each) => purposesNow.includes(each.purpose) && isOpen(each));
  const asked: Asked | undefined = person && consent && { person, consent };
  return {
    asked,
    done: (said?: { purpose: Purpose; answer: 'yes' | 'no' }) => {
      setAskedOn(today);
      setFollows(said?.purpose === 'outside' && said.answer === 'no');
    },
  };
}

interface EveningQuestionProps {
  asked: Asked;
  done: ReturnType<typeof useEveningQuestion>['done'];
}

/** One question about photos of somebody of the family. */
export function EveningQuestion({ asked: { person, consent }, done }: EveningQuestionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguageCode();
  const { answer } = useFamilyActions();
  const onError = useErrorToast(t('failed.consent_answer'));
  const { purpose, text } = consent;
  const question = useQuestion(person)(purpose);
  const say = (said: 'yes' | 'no') =>
    answer
      .mutateAsync({ id: person.id, purpose, answer: said, language, text_version: text.version })
      .then(() => {
        const follows = purpose === 'outside' && said === 'no';
        const isMore = person.consents.some(
          (each) => each !== consent && each.purpose !== 'guard' && isOpen(each),
        );
        toast.success(t(isMore && !follows ? 'family.saved_and_more' : 'family.saved'));
        done({ purpose, answer: said });
        // Its pictures are given there.
        if (purpose === 'guard' && said === 'yes')
          void navigate({ to: '/family', hash: `${person.id}-guard` });
      }, onError);
  return (
    <section key={purpose} className={classes.claim} data-foot-in-use>
      <h2 className={classes.step}>{question}</h2>
      <OneQuestion
        purpose={purpose}
        text={text.body}
        pending={answer.isPending ? answer.variables.answer : undefined}
        onSay={say}
        onLater={() => done()}
      />
      {answer.isPending && (
        <Text size="sm" role="status">
          {t('family.applying')}
        </Text>
      )}
    </section>
  );
}
