import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '#client/components/ui/feedback/status-badge.tsx';
import { Details } from '#client/components/ui/layout/details.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { toast } from '#client/lib/toast.ts';
import { ages } from '#server/contract/ages.ts';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';
import classes from './family.module.css';
import { useQuestion } from './use-question.ts';

const tones: Record<'yes' | 'no' | 'unknown', Tone> = { yes: 'good', no: 'bad', unknown: 'waiting' };

interface ConsentQuestionProps {
  person: FamilyPerson;
  consent: FamilyPerson['consents'][number];
  /** How many are deleted where the answer is no longer yes. */
  pictures?: number | undefined;
  /** What the answer allows. */
  children?: ReactNode;
}

/** One question about one person: what holds now, what that means, and the own answer. */
export function ConsentQuestion({ person, consent, pictures = 0, children }: ConsentQuestionProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const language = useLanguageCode();
  const { answer } = useFamilyActions();
  const confirm = useConfirm();
  const failToAnswer = useErrorToast(t('failed.consent_answer'));
  const { purpose, current, own, text } = consent;
  const question = useQuestion(person)(purpose);
  const say = async (said: 'yes' | 'no') => {
    if (purpose === 'guard' && current === 'yes' && said === 'no') {
      const stops = await confirm({
        title: t('family.guard_stop_title', { name: person.name }),
        body: t('family.guard_stop_body', { name: person.name }),
        confirm: t('family.guard_stop'),
        danger: true,
      });
      if (!stops) return;
    }
    const message =
      said === 'no' && pictures > 0
        ? t('family.saved_without_pictures', { count: pictures, n: number(pictures) })
        : t('family.saved');
    answer.mutate(
      { id: person.id, purpose, answer: said, language, text_version: text.version },
      { onSuccess: () => toast.success(message), onError: failToAnswer },
    );
  };
  const isBlurred = purpose === 'outside' && current === 'no' && person.refused_outside === 'blur';
  const meaning = isBlurred ? t('family.means_blurred') : t(`family.means.${purpose}.${current}`);
  const button = (said: 'yes' | 'no', label: string) => (
    <Button
      key={said}
      variant={own === null ? 'light' : 'default'}
      loading={answer.isPending && answer.variables.answer === said}
      disabled={answer.isPending}
      aria-label={t('family.answer_named', { answer: label, question })}
      onClick={() => void say(said)}
    >
      {label}
    </Button>
  );
  return (
    <li id={`${person.id}-${purpose}`} className={classes.question}>
      <div>
        <h4 className={classes.ask}>{question}</h4>
        <StatusBadge tone={tones[current]}>{t(`family.state.${current}`)}</StatusBadge>
        {current === 'unknown' && <Text size="sm">{meaning}</Text>}
        {own === 'yes' && current === 'no' && <Text size="sm">{t('family.stricter')}</Text>}
        {own === 'yes' && current === 'unknown' && (
          <Text size="sm">{t('family.waits', { age: ages.ownYes })}</Text>
        )}
        {own === null && current !== 'unknown' && <Text size="sm">{t('family.by_others')}</Text>}
      </div>
      <Group gap="xs" className={classes.answers}>
        {own !== 'yes' && button('yes', t(own === null ? 'family.yes' : 'family.change_yes'))}
        {own === 'yes' && button('no', t('family.withdraw'))}
        {own === null && button('no', t('family.no'))}
      </Group>
      <div className={classes.allowed}>
        <Details summary={t('family.what_this_means')}>
          {current !== 'unknown' && <p className={classes.body}>{meaning}</p>}
          <p className={classes.body}>{text.body}</p>
        </Details>
      </div>
      {children && <div className={classes.allowed}>{children}</div>}
    </li>
  );
}
