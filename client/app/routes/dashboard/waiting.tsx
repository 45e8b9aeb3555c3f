import { IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { WaitingAtClub, WaitingInGallery } from '#server/contract/schemas/stats.ts';
import classes from '../dashboard-page.module.css';

interface WaitingProps {
  clubs: WaitingAtClub[];
  galleries: WaitingInGallery[];
}

/** Who waits for an answer of the viewer, and where it is given. */
export function Waiting({ clubs, galleries }: WaitingProps) {
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
          <Row key={club.id} name={club.name}>
            {said('requests', club)}
            {said('claims', club)}
          </Row>
        ))}
        {galleries.map(({ id, name, requests }) => (
          <Row key={id} name={name}>
            <AnchorLink
              to="/gallery/$galleryId/takedowns"
              params={{ galleryId: id }}
              className={classes.waiting}
              aria-label={`${name}: ${t('takedowns.open_requests', { count: requests })}`}
            >
              {t('takedowns.open_requests', { count: requests })}
            </AnchorLink>
          </Row>
        ))}
      </ul>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className={classes.club}>
      <BreakableText text={name} />
      {children}
    </li>
  );
}
