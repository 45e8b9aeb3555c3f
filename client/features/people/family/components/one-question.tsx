import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Details } from '#client/components/ui/layout/details.tsx';
import type { Purpose } from '#server/contract/consent.ts';
import classes from './family.module.css';

interface OneQuestionProps {
  purpose: Purpose;
  /** What a yes means, word for word. */
  text: string;
  /** What was just answered. */
  pending: 'yes' | 'no' | undefined;
  onSay: (answer: 'yes' | 'no') => void;
  onLater: () => void;
}

/** The answers to one question about photos of somebody, and what they mean. */
export function OneQuestion({ purpose, text, pending, onSay, onLater }: OneQuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap="sm" className={classes.choices}>
        {(['yes', 'no'] as const).map((answer) => (
          <Button
            key={answer}
            variant="light"
            loading={pending === answer}
            disabled={pending !== undefined}
            onClick={() => onSay(answer)}
          >
            {t(`family.${answer}`)}
          </Button>
        ))}
        <Button variant="subtle" disabled={pending !== undefined} onClick={onLater}>
          {t('family.later')}
        </Button>
      </Group>
      <Details summary={t('family.what_this_means')}>
        <p className={classes.body}>{text}</p>
        <p className={classes.body}>
          {t('family.later')}: {t(`family.means.${purpose}.unknown`)}
        </p>
      </Details>
    </>
  );
}
