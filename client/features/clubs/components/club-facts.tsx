import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import classes from './club-card.module.css';

/** Under a club's name on its card: the sport and how many belong to it. */
export function ClubFacts({ club }: { club: Club }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <p className={classes.facts}>
      {club.sport_type} ·{' '}
      <span className={classes.count}>
        {t('clubs.members', { count: club.member_count, n: number(club.member_count) })}
      </span>
    </p>
  );
}
