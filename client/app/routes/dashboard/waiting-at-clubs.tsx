import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { WaitingAtClub } from '#server/contract/schemas/stats.ts';
import classes from '../dashboard-page.module.css';

/** Who waits for an answer of a club's administrator, and where it is given. */
export function WaitingAtClubs({ clubs }: { clubs: WaitingAtClub[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const said = (of: 'requests' | 'claims', { id, name, [of]: count }: WaitingAtClub) =>
    count > 0 && (
      <AnchorLink
        to="/clubs/$clubId/manage"
        params={{ clubId: id }}
        search={{ tab: of === 'claims' ? 'people' : 'requests' }}
        className={classes.waiting}
        aria-label={`${name}: ${t(`manage_club.${of}_wait`, { count, n: number(count) })}`}
      >
        {t(`manage_club.${of}_wait`, { count, n: number(count) })}
      </AnchorLink>
    );
  return (
    <section className={classes.first} aria-label={t('manage_club.waits_for_you')}>
      <IconHourglass size={24} stroke={1.6} aria-hidden="true" className={classes.sign} />
      <ul className={classes.words}>
        {clubs.map((club) => (
          <li key={club.id} className={classes.club}>
            <BreakableText text={club.name} />
            {said('requests', club)}
            {said('claims', club)}
          </li>
        ))}
      </ul>
    </section>
  );
}
