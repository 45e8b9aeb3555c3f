import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import type { Claimed, Relation } from '#server/contract/schemas/family.ts';
import { StepHeading } from './claim-questions.tsx';
import classes from './family.module.css';

interface KnownAlreadyProps {
  relation: Relation;
  known: NonNullable<Claimed['known']>;
}

/** The club has confirmed long ago what the member has just said. */
export function KnownAlready({ relation, known: { id, name } }: KnownAlreadyProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.claim}>
      <StepHeading>{t(`family.known.${relation}`, { name })}</StepHeading>
      <Text>{t('family.known.text')}</Text>
      <ButtonLink to="/my-photos" search={{ tab: id }}>
        {t('family.finish')}
      </ButtonLink>
    </section>
  );
}
