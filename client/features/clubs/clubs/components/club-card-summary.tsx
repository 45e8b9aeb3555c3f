import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import classes from './club-card.module.css';

/** The sport and the number of members, shown on the card of a club. */
export function ClubCardSummary({ club }: { club: Club }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <p className={classes.facts}>
      <bdi>{club.sport_type}</bdi> ·{' '}
      <span className={classes.count}>
        {t('clubs.members', { count: club.member_count, n: number(club.member_count) })}
      </span>
    </p>
  );
}
